"""The playground: a question's code in an editor, run again and again, and what each run did."""

from __future__ import annotations

import os
from collections.abc import Coroutine, Iterator, Sequence
from typing import Any, ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, HorizontalGroup, VerticalGroup
from textual.content import Content
from textual.message import Message as Event
from textual.style import Style
from textual.widgets import ContentSwitcher, TextArea
from textual.worker import Worker

from quizbank.message import Message
from quizbank.question import Question
from runner.errors import RunnerError
from runner.protocol import Ended, Result
from tui.copying import Copier
from tui.editing_elsewhere import edited_elsewhere
from tui.i18n import _, ngettext, say
from tui.playing import as_file, file_name, names_with_graph, request_to_play
from tui.screens.base import BaseScreen
from tui.screens.playground_keys import PLAYGROUND_KEYS
from tui.screens.save import SaveScreen
from tui.services import Services
from tui.views.lines import broken
from tui.views.outcome import result_lines
from tui.widgets.command import Command, bindings_of
from tui.widgets.key_bar import KeyBar
from tui.widgets.output_log import OutputLog
from tui.widgets.prose import foreign
from tui.widgets.python_editor import CodeEditor
from tui.widgets.run_views import (
    NO_GRAPH,
    RUNNING,
    VIEW_NAMES,
    DevicesView,
    GraphView,
    RunView,
    StepsView,
    TensorsView,
    View,
)
from tui.widgets.streams import BAR_MEANS
from tui.widgets.torch_status import torch_status
from tui.widgets.words import Words

RUN, LOOK = "play", "look"
"""The groups of the workers that run the code, and that run it again to look closer."""


class PlaygroundScreen(BaseScreen):
    """Posts Left when the learner goes back; what they wrote is kept for as long as the app is open."""

    class Left(Event):
        """Back to where the learner came from."""

    CSS_PATH = "playground.tcss"
    AUTO_FOCUS = "CodeEditor"
    KEYS: ClassVar[Sequence[Command]] = PLAYGROUND_KEYS
    BINDINGS = bindings_of(KEYS)

    def __init__(self, services: Services, question: Question, original: str) -> None:
        """``original`` is the code that the learner starts from, and can always go back to."""
        super().__init__(services)
        self._question = question
        self._original = original
        self.view = View.OUTPUT
        self.running = False
        self._result: Result | None = None
        self._ran = ""
        self._ending: Message | None = Message("F5 runs the code. What it prints appears here as it comes.")
        self._looked: set[View] = set()
        self._copier = Copier(os.environ)
        self.editor = CodeEditor(services.played.get(question.id, original))
        self.output = OutputLog(self._how_it_ended, View.OUTPUT.value)
        self.tensors, self.steps = TensorsView(), StepsView()
        self.graph, self.devices = GraphView(), DevicesView()

    def compose(self) -> ComposeResult:
        with HorizontalGroup(id="top"):
            yield Words(self._title, classes="left")
            yield Words(lambda: torch_status(self.services), id="torch", classes="right")
        with Container(id="bench"):
            yield VerticalGroup(self.editor, id="code")
            with VerticalGroup(id="run"):
                yield Words(self._tabs, id="tabs")
                with ContentSwitcher(initial=self.view.value):
                    yield self.output
                    yield self.tensors
                    yield self.steps
                    yield self.graph
                    yield self.devices
        yield KeyBar()

    def on_mount(self) -> None:
        self.translate()

    def translate(self) -> None:
        """Name the boxes in the language of the moment."""
        code, run = self.query_one("#code"), self.query_one("#run")
        code.border_title = Content(_("Code"))
        code.border_subtitle = Content("torch · nn · F · device")
        run.border_title = Content(_("Run"))
        run.border_subtitle = self._about_run()

    def torch_changed(self) -> None:
        """Show that torch has been imported, or can't be, and how many devices there are."""
        for words in self.query("#torch, #tabs").results(Words):
            words.translate()
        self.refresh_bindings()

    @property
    def views(self) -> list[View]:
        """What can be seen of a run on this machine."""
        return [view for view in View if view is not View.DEVICES or len(self.services.torch.devices) > 1]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        writing = self.focused is self.editor
        match action:
            case "stop":
                return self.running
            case "back":
                return not self.running
            case "to_views":
                return writing
            case "to_code":
                return not writing
            case "enlarge":
                return not writing
            case "show_here":
                return View.DEVICES not in self.views
            case "show_on_devices":
                return View.DEVICES in self.views
            case "copy_output":
                return bool(self.output.plain)
            case "reset":
                return self.editor.text != self._original
        return True

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        if self.editor.text == self._original:
            self.services.played.pop(self._question.id, None)
        else:
            self.services.played[self._question.id] = self.editor.text
        self._tell()

    def on_descendant_focus(self) -> None:
        self.refresh_bindings()

    def action_run(self) -> None:
        self.workers.cancel_group(self, LOOK)
        self._run(RUN, self._play(self.editor.text))

    def action_stop(self) -> None:
        self.workers.cancel_group(self, RUN)
        self.workers.cancel_group(self, LOOK)
        self._end(Message("Stopped."))

    def action_show(self, key: str) -> None:
        views = self.views
        if int(key) <= len(views):
            self._show(views[int(key) - 1])

    action_show_here = action_show_on_devices = action_show

    def action_next_view(self) -> None:
        views = self.views
        self._show(views[(views.index(self.view) + 1) % len(views)])

    def action_to_views(self) -> None:
        self.set_focus(self.query_one(f"#{self.view.value}"))

    def action_to_code(self) -> None:
        self.remove_class("enlarged")
        self.set_focus(self.editor)

    def action_enlarge(self) -> None:
        self.toggle_class("enlarged")

    def action_reset(self) -> None:
        self.editor.put(self._original)
        self._notify(_("Back to the code of the question. Ctrl+z undoes that."))

    def action_save(self) -> None:
        self.run_worker(self._save(), group="dialog", exclusive=True, exit_on_error=False)

    def action_copy_code(self) -> None:
        self._copy(self.editor.text, file_name(self._question), "c")

    def action_copy_output(self) -> None:
        self._copy(self.output.plain + "\n", f"{file_name(self._question)}.txt", "o")

    def action_external_editor(self) -> None:
        if self.running:
            self.action_stop()
        text = edited_elsewhere(self.app, self.editor.text, file_name(self._question))
        if text is not None:
            self.editor.put(text)

    def action_back(self) -> None:
        self.post_message(self.Left())

    def on_steps_view_moved(self, event: StepsView.Moved) -> None:
        event.stop()
        if not self._edited_since:
            self.editor.move_cursor((event.line - 1, 0), center=True)

    def on_graph_view_wanted(self, event: GraphView.Wanted) -> None:
        event.stop()
        self._looked.discard(View.GRAPH)
        self._look_closer()

    def worker_failed(self, worker: Worker[Any], error: BaseException) -> None:
        super().worker_failed(worker, error)
        if worker.group == RUN:
            self._end(Message("The run failed."))

    def _run(self, group: str, work: Coroutine[None, None, None]) -> None:
        self.running = True
        self.run_worker(work, group=group, exclusive=True, exit_on_error=False)
        self._tell()

    def _end(self, how: Message | None) -> None:
        self.running = False
        self._ending = how
        self.output.translate()
        self._tell()

    async def _play(self, code: str) -> None:
        """Run the code, its output shown as it comes, and then all that can be seen of it."""
        self._result, self._ran, self._ending = None, code, None
        self._looked.clear()
        self.output.clear()
        for view in self.query(RunView):
            view.say(RUNNING)
        try:
            request = request_to_play(self._question, code)
            self._result = result = await self.services.torch.run(request, self.output.write)
        except RunnerError as error:
            self._end(error.message)
            return
        self.tensors.show_run(result)
        self.steps.show_run(result)
        self._end(None)
        self._look_closer()

    def _look_closer(self) -> None:
        """Run again what the view of the moment needs a run of its own for."""
        if self._result is None or self.running or self.view in self._looked:
            return
        if self.view is View.GRAPH:
            name = self.graph.name_among(names_with_graph(self._result))
            if name is None:
                self.graph.say(NO_GRAPH)
            else:
                self._run(LOOK, self._look_at_graph(name))
        elif self.view is View.DEVICES:
            self._run(LOOK, self._compare_devices())

    async def _look_at_graph(self, name: str) -> None:
        request = request_to_play(self._question, self._ran, name)
        self.graph.show_run(await self.services.torch.run(request))
        self._looked_at(View.GRAPH)

    async def _compare_devices(self) -> None:
        request = request_to_play(self._question, self._ran)
        self.devices.show_runs(await self.services.torch.run_on_all(request))
        self._looked_at(View.DEVICES)

    def _looked_at(self, view: View) -> None:
        self._looked.add(view)
        self.running = False
        self._tell()
        self._look_closer()

    def _copy(self, text: str, name: str, key: str) -> None:
        async def copy() -> None:
            self._notify(await self._copier.copy(self.app, text, name, key))

        self.run_worker(copy(), group="copy", exclusive=True, exit_on_error=False)

    async def _save(self) -> None:
        text = as_file(self.editor.text, self.services.torch.device)
        path = await self.app.push_screen_wait(SaveScreen(file_name(self._question), text))
        if path is not None:
            self._notify(_("Saved as {path}.").format(path=path))

    def _show(self, view: View) -> None:
        self.view = view
        self.query_one(ContentSwitcher).current = view.value
        if self.focused is not self.editor:
            self.action_to_views()
        self._tell()
        self._look_closer()

    def _tell(self) -> None:
        """Show how things stand."""
        self.query_one("#tabs", Words).translate()
        self.query_one("#run").border_subtitle = self._about_run()
        self.refresh_bindings()

    def _notify(self, text: str) -> None:
        self.app.notify(text, markup=False)

    @property
    def _edited_since(self) -> bool:
        return self.editor.text != self._ran

    def _title(self) -> Content:
        return Content.assemble(
            (_("Playground"), "bold $text-accent"), "  ", foreign(self._question.id).stylize("$text-muted")
        )

    def _tabs(self) -> Content:
        tabs = []
        for number, view in enumerate(self.views, 1):
            tab = Content(f" {number} {say(VIEW_NAMES[view])} ")
            if view is self.view:
                tabs.append(tab.stylize("bold reverse $text-accent"))
            else:
                tabs.append(tab.stylize(Style.from_meta({"@click": f"screen.show('{number}')"})))
        return Content(" ").join(tabs)

    def _about_run(self) -> Content:
        """Return what the frame of the run says: whether it is going on, and what it took."""
        if self.running:
            waiting = "" if self.services.torch.imported else _("torch is still being imported ...")
            return Content.styled(waiting or _("running ..."), "bold $text-warning")
        if self._result is None:
            return Content()
        parts = [Content(f"{self._result.seconds * 1000:.1f} ms"), Content(self._result.device)]
        if self._edited_since:
            parts.append(Content.styled(_("edited since"), "$text-warning"))
        if self.view is View.OUTPUT and self.output.has_stderr:
            parts.append(Content(BAR_MEANS))
        return Content(" · ").join(parts)

    def _how_it_ended(self, width: int) -> Iterator[RenderableType]:
        if self._result is not None:
            if self._result.dropped_bytes:
                count = self._result.dropped_bytes
                text = ngettext("... and {count} more byte", "... and {count} more bytes", count)
                yield Text(text.format(count=count), style="dim")
            yield from result_lines(self._result)
            if self._result.ended is Ended.FINISHED and not self._result.output:
                yield Text(_("It ran to its end and printed nothing."), style="dim")
        elif self._ending is not None:
            yield from broken(Text(say(self._ending), style="dim"), width)
