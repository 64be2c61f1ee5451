"""Mock interviews: blueprint, plan, clock, course, record, scorecard."""
