from sendable.emulator.plan import Fault, Plan


def test_a_plan_says_nothing_that_it_was_not_told() -> None:
    plan = Plan()
    assert (plan.blocks, plan.stop_reason, plan.fault) == ([], "", None)
    assert (Fault().status, Fault().after, Fault().cut) == (0, None, False)
