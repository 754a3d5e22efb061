"""Source of random kernels over work-groups: barriers in uniform loops, branches, functions and expressions, divergent control flow everywhere
else; collective functions, local memory of every type, atomics, one to three dimensions.

Python and the compiled kernel agree to the last bit, as in random_kernels.py.
"""

import math
from dataclasses import dataclass

from random_kernels import _Generator

__all__ = ["GroupProgram", "generate_for_groups"]

_SIZES = {
    1: ((1,), (3,), (7,), (17,), (33,), (100,)), 2: ((1, 7), (3, 5), (2, 17), (7, 1)), 3: ((2, 3, 5), (1, 1, 3), (3, 1, 11)),
}  # fmt: skip
_GROUPS = {1: ((1,), (2,), (3,)), 2: ((1, 2), (2, 1)), 3: ((1, 2, 1), (2, 1, 1))}
_NAMES = "i, j, l, own, p, q, r, f, g, counts, out_r, out_f, n, k, shared"
_INTS, _SAME = ("v0", "v1", "v2"), ("same0", "same1")  # the latter are uniform in a group


@dataclass
class GroupProgram:
    source: str
    total: tuple[int, ...]
    local: tuple[int, ...]
    local_type: str


class _GroupGenerator(_Generator):
    def __init__(self, seed: int):
        super().__init__(seed)
        self.budget = self.random.randint(3, 6)
        self.ndim = self.one_of(1, 1, 2, 3)
        self.local = self.one_of(*_SIZES[self.ndim])
        self.group = math.prod(self.local)
        self.local_type = self.one_of("i8", "i4", "i2", "u2", "u1", "f4", "f8")
        self.uniform = True  # whether all work-items of the group execute the statement
        self.uniforms = list(_SAME)
        self.functions: list[str] = []
        self.result = ""  # the value of a return statement; None: no return is allowed
        self.at = "i"

    # ---- uniform values of a group ----

    def uniform_integer(self) -> str:
        shifted, doubled = f"({self.one_of(*self.uniforms)} + k)", f"({self.one_of(*self.uniforms)} * 2)"
        return self.fill(self.one_of(*self.uniforms, "k", "gid", "n", "(gid + 1)", shifted, doubled), 0)

    def uniform_condition(self) -> str:
        a = self.uniform_integer()
        return self.one_of(f"{a} > {self.uniform_integer()}", f"{a} % 2 == 0", f"{a} & 3 > 1", f"{a} != 2")

    def barrier(self) -> None:
        self.put(
            self.one_of("kapi.group_barrier(group)", "kapi.group_barrier(nd.get_group(), kapi.MemoryScope.DEVICE)")
        )

    def exchange(self) -> None:
        self.put(f"shared[l] = {self.one_of(*_INTS)} % 100")
        self.barrier()
        other = f"int(shared[{self.one_of('(l + 1)', 'l * 2', 'v1', '(l + k)', '3')} % {self.group}])"
        kind = self.random.randrange(3)
        if kind == 0:
            self.put(f"{self.one_of(*_SAME)} = int(shared[{self.random.randrange(self.group)}]) % 7")
        else:
            self.put(f"if {self.condition(1)}:" if kind == 1 else "if True:")
            self.put(f"    v0 = (v0 + {other}) % 99991")
        self.barrier()

    def collective(self) -> str:
        """An integer expression that all work-items of the group must evaluate together."""
        value = f"{self.integer(1)} % 1000"
        if self.functions and self.random.random() < 0.5:
            return (
                f"{self.one_of(*self.functions)}(nd, {value}, {self.real(1)}, {self.uniform_integer()} % 5, {_NAMES})"
            )
        return self.one_of(
            f"kapi.group_broadcast(group, {value}, {self.random.randrange(self.group)})", f"int(kapi.reduce_over_group(group, {value}))",
            f"int(kapi.inclusive_scan_over_group(group, {value}, max))", f"int(kapi.exclusive_scan_over_group(group, {value}))",
            f"int(kapi.any_of_group(group, {self.condition(1)}))",
        )  # fmt: skip

    def collective_in_an_expression(self) -> None:
        a, b, name = self.collective(), self.collective(), self.one_of(*_INTS)
        kind = self.random.randrange(5)
        if kind == 0:
            self.put(f"{name} = ({a} - {b}) % 1000")
        elif kind == 1:
            self.put(f"{name} = ({a} if {self.uniform_condition()} else {b}) % 991")
        elif kind == 2:
            self.put(f"own[{a} & 3] += {b} % 100")
        elif kind == 3:
            self.put(f"{self.one_of(*_SAME)} = kapi.group_broadcast(group, {a}, 0) % 7")
        else:
            self.put(f"if {self.uniform_condition()} {self.one_of('and', 'or')} {a} > {self.integer(1)}:")
            self.divergent(self.block)

    # ---- statements ----

    def divergent(self, make) -> bool | None:
        """Generates statements that only some work-items of the group execute."""
        before, self.uniform = self.uniform, False
        try:
            return make()
        finally:
            self.uniform = before

    def statement(self) -> bool:
        if self.result is not None and not self.uniform and self.random.random() < 0.1:
            self.put(f"if {self.condition(1)}:")
            self.put(f"    return{self.result and ' ' + self.result}")
        if not self.uniform or self.random.random() < 0.35:
            return self.divergent(super().statement)
        self.budget -= 1
        choices = [self.exchange, self.collective_in_an_expression]
        if self.depth < 3 and self.budget > 0:
            choices += [self.uniform_if, self.uniform_for, self.uniform_while]
        self.one_of(*choices)()
        return True

    def leave(self) -> bool:
        if self.loops[-1] != "same":
            return super().leave()
        if self.uniform:
            self.put(f"if {self.uniform_condition()}:")
            self.put(f"    {self.one_of('break', 'continue')}")
        else:
            self.assign_int()
        return True

    def uniform_if(self) -> None:
        self.put(f"if {self.uniform_condition()}:")
        self.block()
        if self.random.random() < 0.5:
            self.put("else:")
            self.block()

    def uniform_body(self, name: str) -> None:
        """The body of a uniform loop, whose epilogue may be divergent."""
        self.loops.append("same")
        self.uniforms.append(name)
        self.block()
        self.depth += 1
        if self.random.random() < 0.5:
            self.leave()
        parts = self.random.random() < 0.5
        if parts:
            self.put(f"if {self.condition(1)}:")
            self.put("    continue")
        self.depth -= 1
        if parts:
            self.divergent(self.block)
        self.uniforms.remove(name)
        self.loops.pop()

    def uniform_for(self) -> None:
        self.n_names += 1
        name = f"t{self.n_names}"
        rounds = self.one_of(
            "range(3)",
            "range(k)",
            "range(same0 & 3)",
            "range(gid + 1)",
            "range(k, -1, -2)",
            "range(kapi.group_broadcast(group, v0 & 3, 0))",
        )
        self.put(f"for {name} in {rounds}:")
        self.uniform_body(name)

    def uniform_while(self) -> None:
        self.n_names += 1
        name = f"u{self.n_names}"
        self.put(f"{name} = 0")
        self.put(
            f"while {name} < 3 and {self.one_of(self.uniform_condition(), f'kapi.any_of_group(group, {self.condition(1)})')}:"
        )
        self.put(f"    {name} += 1")
        self.uniform_body(name)

    # ---- the program ----

    def statements(self) -> None:
        while self.budget > 0:
            self.statement()

    def collective_function(self) -> list[str]:
        """A device function that all work-items of the group call; returns in its epilogue may be divergent."""
        outer, self.lines, budget, self.budget = self.lines, [], self.budget, self.random.randint(1, 3)
        name, self.result = f"meets{len(self.functions)}", None
        self.lines += ["@dpex.device_func", f"def {name}(nd, v0, w0, same0, {_NAMES}):"]
        for text in (
            "group = nd.get_group()",
            "gid = group.get_group_linear_id()",
            "v1 = v0 + 1",
            "v2 = l",
            "w1 = w0 * 0.5",
            "same1 = same0 + gid",
        ):
            self.put(text)
        self.statements()
        if self.random.random() < 0.7:
            self.result, self.budget = "v1 % 997", self.random.randint(1, 3)
            self.divergent(self.statements)
        self.put("return v0 % 997")
        self.functions.append(name)
        found, self.lines, self.budget = self.lines, outer, budget
        return found

    def run(self) -> GroupProgram:
        before = [line for _ in range(self.one_of(0, 1)) for line in self.collective_function()]
        self.result = None
        self.lines.append("def kernel(nd, p, q, r, f, g, counts, out_v, out_r, out_f, n, k, shared):")
        for text in (
            "i, l = nd.get_global_linear_id(), nd.get_local_linear_id()", f"j = nd.get_global_id({self.ndim - 1})", "group = nd.get_group()",
            "gid = group.get_group_linear_id()", "v0, v1, v2 = int(p[i]), i, j", "w0, w1 = f[i], 1.5", "same0, same1 = k, gid",
            "own = kapi.PrivateArray(4, np.int64, fill_zeros=True)",
        ):  # fmt: skip
            self.put(text)
        self.statements()
        outcome = ("out_v[i] = (v0 ^ v1 ^ v2) + own[1] + same0", "out_f[i] = w0 + w1")
        for text in outcome:
            self.put(text)
        if self.random.random() < 0.5:
            self.result, self.budget = "", self.random.randint(1, 4)
            self.divergent(self.statements)
            self.put(outcome[0])
        total = tuple(a * b for a, b in zip(self.local, self.one_of(*_GROUPS[self.ndim]), strict=True))
        return GroupProgram("\n".join([*before, *self.lines]) + "\n", total, self.local, self.local_type)


def generate_for_groups(seed: int) -> GroupProgram:
    return _GroupGenerator(seed).run()
