"""The few words that stand on every card, in the card's own language rather than the interface's."""

from __future__ import annotations

from quizbank.question import Text

ASKED = {
    "value": Text(en="What is the value of this?", zh="下面这个表达式的值是什么？"),
    "shape": Text(en="What is the shape of this?", zh="下面这个张量的形状是什么？"),
    "dtype": Text(en="What is the dtype of this?", zh="下面这个张量的 dtype 是什么？"),
    "bool": Text(en="Is this true or false?", zh="下面这个表达式是 True 还是 False？"),
}
CANT_BE_TOLD = Text(
    en="This question's program didn't do what it should when the card was made, so the card has no answer.",
    zh="制作这张卡片时，题目的程序没有按预期运行，所以这张卡片没有答案。",
)
EXPLANATION = Text(en="Explanation", zh="解析")
HINTS = Text(en="Hints", zh="提示")
MISCONCEPTION = Text(en="A common belief", zh="常见误解")
MUST_PASS = Text(en="It must pass:", zh="要求通过：")
ORDER = Text(en="Put these lines in order.", zh="把这些行排成正确的顺序。")
PASSED = Text(en="It passed:", zh="已通过：")
PICK_ALL = Text(en="One or more are right.", zh="可能不止一项正确。")
PRINTED = Text(en="It prints", zh="输出")
RAISED = Text(en="It raises", zh="抛出")
GRAPH = Text(en="The graph behind {name}", zh="{name} 背后的计算图")
VIEWS = (
    ("#", Text(en="List", zh="列表")),
    (
        "#cards",
        Text(en="Two-sided cards, for printing along the long edge", zh="双面卡片（打印时沿长边翻转）"),
    ),
)
