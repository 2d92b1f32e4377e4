"""Times on a machine that may be busy."""

from time import perf_counter

LEAST_ROUNDS, MOST_ROUNDS, BUDGET_S = 2, 9, 40.0


def timed(task):
    """Seconds, and what the task returned."""
    start = perf_counter()
    result = task()
    return perf_counter() - start, result


def best_times(tasks, rounds=MOST_ROUNDS, budget=BUDGET_S):
    """Least seconds of each task, which take turns; a slow one stops when its budget is used up."""
    times = {name: [] for name in tasks}
    for i in range(rounds):
        for name, task in tasks.items():
            if i < LEAST_ROUNDS or sum(times[name]) < budget:
                times[name].append(timed(task)[0])
    return {name: min(seconds) for name, seconds in times.items()}
