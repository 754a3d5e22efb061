"""The intermediate representation of kernels: typed expressions over variables, and structured statements.

One function is one kernel; device functions are inlined by the front end. There are no jumps: `If`, `For`, `Loop` and
`Block` nest, and `Leave`/`Continue` name the construct that they exit or continue, so that an emitter can execute many
work-items at once under masks. Every variable has one type. The form resembles SSA: a variable has one assignment
(`Assign`), except those that merge values where control flow merges (SSA's phi nodes): they are assigned by `Copies`,
in parallel, at the end of each incoming branch.

Arrays are not variables: an `Array` describes the addresses of its elements by expressions, and `Load`, `Store` and
`Atomic` refer to it with an index per dimension. Expressions have no side effects, but `Load` reads memory; `Atomic`
and `Shuffle` occur only as the value of an `Assign`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .arithmetic import DEFAULT
from .types import BOOL, INT64, Scalar

__all__ = [
    "Array",
    "ArrayParameter",
    "Assign",
    "Atomic",
    "Barrier",
    "Binary",
    "Block",
    "Call",
    "Cast",
    "Check",
    "Compare",
    "Const",
    "Continue",
    "Copies",
    "Expr",
    "Fence",
    "For",
    "Function",
    "Id",
    "If",
    "Leave",
    "Load",
    "Loop",
    "MakeComplex",
    "Part",
    "Print",
    "Read",
    "Return",
    "Select",
    "Statement",
    "Store",
    "Unary",
    "Var",
    "children",
    "expressions",
    "format_function",
    "verify",
    "walk",
    "written_parameters",
]


# ---- expressions ------------------------------------------------------------------------------------------------


class Expr:
    """A value of one type; nodes are immutable and may be shared."""

    __slots__ = ()
    type: Scalar


@dataclass(slots=True, eq=False)
class Var:
    """A variable, identified by object identity; the name is for printing."""

    name: str
    type: Scalar
    non_negative: bool = False  # known to be at least 0


@dataclass(slots=True, eq=False)
class Const(Expr):
    type: Scalar
    value: bool | int | float | complex


@dataclass(slots=True, eq=False)
class Read(Expr):
    var: Var

    @property
    def type(self) -> Scalar:
        return self.var.type


@dataclass(slots=True, eq=False)
class Unary(Expr):
    """op: neg, invert (of integers), not (of bool)."""

    op: str
    x: Expr

    @property
    def type(self) -> Scalar:
        return self.x.type


@dataclass(slots=True, eq=False)
class Binary(Expr):
    """op: add sub mul div floordiv mod pow and or xor shl shr.

    Both operands have the result's type, except that the exponent of `pow` may be int64, and the count of a shift is
    int64. Integers wrap; integer division by zero gives 0, and INT_MIN // -1 wraps; shift counts are taken modulo the
    number of bits; floordiv and mod round towards minus infinity, as in Python.
    """

    op: str
    a: Expr
    b: Expr

    @property
    def type(self) -> Scalar:
        return self.a.type


@dataclass(slots=True, eq=False)
class Compare(Expr):
    """op: eq ne lt le gt ge; operands of one type."""

    op: str
    a: Expr
    b: Expr
    type = BOOL


@dataclass(slots=True, eq=False)
class Select(Expr):
    """a where cond, else b; both are evaluated."""

    cond: Expr
    a: Expr
    b: Expr

    @property
    def type(self) -> Scalar:
        return self.a.type


@dataclass(slots=True, eq=False)
class Cast(Expr):
    """Conversion, as of arrays (ops/loops/portable/k_cast.h). Integers wrap; floats are truncated towards zero.

    NaN and floats out of range give the minimum of int32 and int64. Smaller types take the low bits of the int32,
    uint32 and uint64 those of the int64; uint64 also holds floats in [2**63, 2**64), and larger ones give 0.
    """

    type: Scalar
    x: Expr


@dataclass(slots=True, eq=False)
class Call(Expr):
    """A function of the target's mathematical library: sin, atan2, fma, isnan, popcount... Arguments have one type.

    times is a product that is rounded by itself: never contracted with a sum, whatever the kernel's options say.
    """

    name: str
    args: tuple[Expr, ...]
    type: Scalar


@dataclass(slots=True, eq=False)
class Id(Expr):
    """kind: global_id local_id group_id global_size local_size num_groups; dim is the user's, 0 being the slowest.

    Of sub-groups, with dim 0: sub_group_local_id, sub_group_size (of this one), max_sub_group_size, sub_group_id,
    num_sub_groups.
    """

    kind: str
    dim: int
    type = INT64


@dataclass(slots=True, eq=False)
class Shuffle(Expr):
    """x of the sub-group's work-item with index `lane`; unspecified if there is none. Only as the value of an
    Assign."""

    x: Expr
    lane: Expr

    @property
    def type(self) -> Scalar:
        return self.x.type


@dataclass(slots=True, eq=False)
class MakeComplex(Expr):
    type: Scalar
    re: Expr
    im: Expr


@dataclass(slots=True, eq=False)
class Part(Expr):
    """The real (0) or imaginary (1) part of a complex number."""

    x: Expr
    index: int
    type: Scalar


@dataclass(slots=True, eq=False)
class Array:
    """The layout of an array: element [i, j, ...] is at byte offset + i strides[0] + j strides[1] + ... of the memory
    of `base`.

    base: a parameter of the function, or one of its `arrays`. If the last dimension is contiguous, its stride is a
    Const.
    """

    base: ArrayParameter
    dtype: Scalar
    offset: Expr
    shape: tuple[Expr, ...]
    strides: tuple[Expr, ...]

    @property
    def ndim(self) -> int:
        return len(self.shape)


@dataclass(slots=True, eq=False)
class Load(Expr):
    array: Array
    index: tuple[Expr, ...]

    @property
    def type(self) -> Scalar:
        return self.array.dtype


@dataclass(slots=True, eq=False)
class Atomic(Expr):
    """op: add sub min max and or xor exchange load store, or compare_exchange (operands: expected, desired); gives the
    old value.

    order and scope are the numbers of MemoryOrder and MemoryScope.
    """

    op: str
    array: Array
    index: tuple[Expr, ...]
    operands: tuple[Expr, ...]
    order: int = 0
    scope: int = 3

    @property
    def type(self) -> Scalar:
        return self.array.dtype


# ---- statements -------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Statement:
    line: int  # in the user's file


@dataclass(slots=True, eq=False)
class Assign(Statement):
    var: Var
    value: Expr


@dataclass(slots=True, eq=False)
class Copies(Statement):
    """A parallel copy: all values are read before any variable is written."""

    pairs: list[tuple[Var, Expr]]


@dataclass(slots=True, eq=False)
class Store(Statement):
    array: Array
    index: tuple[Expr, ...]
    value: Expr


@dataclass(slots=True, eq=False)
class If(Statement):
    cond: Expr
    then: list[Statement]
    orelse: list[Statement]


@dataclass(slots=True, eq=False)
class For(Statement):
    """for var in range(start, stop, step): step is not 0. Bounds are evaluated once; the body does not assign var."""

    var: Var
    start: Expr
    stop: Expr
    step: Expr
    body: list[Statement]


@dataclass(slots=True, eq=False)
class Loop(Statement):
    """Repeats until a Leave; Continue starts the next iteration."""

    body: list[Statement]


@dataclass(slots=True, eq=False)
class Block(Statement):
    """Executes once; a Leave exits it early."""

    body: list[Statement]


@dataclass(slots=True, eq=False)
class Leave(Statement):
    target: Statement  # a Block, Loop or For around it


@dataclass(slots=True, eq=False)
class Continue(Statement):
    target: Statement  # a Loop or For around it


@dataclass(slots=True, eq=False)
class Return(Statement):
    """Ends the work-item."""


@dataclass(slots=True, eq=False)
class Barrier(Statement):
    """A barrier of the work-group. fence: bit 0 local memory, bit 1 global memory."""

    fence: int


@dataclass(slots=True, eq=False)
class SubGroupBarrier(Statement):
    """A barrier of the sub-group, with a fence of local and global memory."""


@dataclass(slots=True, eq=False)
class Fence(Statement):
    order: int
    scope: int


@dataclass(slots=True, eq=False)
class Print(Statement):
    """Prints values (Expr) and strings (str) as one line, separated by blanks."""

    values: tuple[Expr | str, ...]


@dataclass(slots=True, eq=False)
class Check(Statement):
    """In debug mode: where cond is false, the launch fails with this exception and message."""

    cond: Expr
    exception: str
    message: str


# ---- functions --------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class ArrayParameter:
    """An array or LocalAccessor that is an argument, or an array that the kernel allocates (in local, private or
    constant memory).

    An argument has variables for its extents and byte strides; an allocated array has a constant shape and C order.
    """

    name: str
    dtype: Scalar
    space: str  # global, local, private, constant
    shape: tuple[Var, ...] | tuple[int, ...]
    strides: tuple[Var, ...] | tuple[int, ...]
    layout: str  # C: dense, last dimension fastest; F: first; A: any
    zeroed: bool = False  # allocated by the kernel and filled with zeros
    values: object = None  # of a constant array: the NumPy array
    bound: object = None  # of a private array of run-time extents: its own_arrays.Bound


@dataclass(slots=True, eq=False)
class Function:
    """A kernel: parameters in order are Var (a scalar) and ArrayParameter."""

    name: str
    file: str
    ndim: int  # of the index space
    has_groups: bool  # launched over an NdRange
    parameters: list[Var | ArrayParameter]
    arrays: list[ArrayParameter] = field(default_factory=list)  # that the kernel allocates
    body: list[Statement] = field(default_factory=list)
    lanes: int | None = None  # work-items per vector where there is a choice; None: the emitter's heuristic
    flags: tuple[str, ...] = DEFAULT  # fast-math flags of floating-point arithmetic
    is_on_host: bool = True  # whether it is compiled for the CPU
    row_unit: int = 1  # the last extent of its work-groups is known to be a multiple of this
    line: int = 0  # of its definition
    has_lines: bool = False  # whether it is compiled with line tables for debuggers, and not optimized
    sub_groups_line: int | None = None  # line of the first use of a sub-group; None: it uses none


# ---- traversal ----------------------------------------------------------------------------------------------

_EXPRESSION_FIELDS = {
    Unary: ("x",),
    Binary: ("a", "b"),
    Compare: ("a", "b"),
    Select: ("cond", "a", "b"),
    Cast: ("x",),
    MakeComplex: ("re", "im"),
    Part: ("x",),
    Shuffle: ("x", "lane"),
}


def children(expr: Expr) -> tuple[Expr, ...]:
    """The operands of an expression; of an array access, the index and the expressions of the address."""
    names = _EXPRESSION_FIELDS.get(type(expr))
    if names:
        return tuple(getattr(expr, name) for name in names)
    if isinstance(expr, Call):
        return expr.args
    if isinstance(expr, Load):
        return (*expr.index, *_address(expr.array))
    if isinstance(expr, Atomic):
        return (*expr.operands, *expr.index, *_address(expr.array))
    return ()


def _address(array: Array) -> tuple[Expr, ...]:
    return (array.offset, *array.strides)


def expressions(statement: Statement) -> tuple[Expr, ...]:
    """The expressions that a statement itself evaluates, without those of nested statements."""
    match statement:
        case Assign(value=value):
            return (value,)
        case Copies(pairs=pairs):
            return tuple(value for _, value in pairs)
        case Store(array=array, index=index, value=value):
            return (value, *index, *_address(array))
        case If(cond=cond) | Check(cond=cond):
            return (cond,)
        case For(start=start, stop=stop, step=step):
            return (start, stop, step)
        case Print(values=values):
            return tuple(v for v in values if isinstance(v, Expr))
    return ()


def walk(body: list[Statement]):
    """All statements in pre-order."""
    left = [iter(body)]  # not by recursion: chains of elif are deep
    while left:
        for statement in left[-1]:
            yield statement
            match statement:
                case If(then=then, orelse=orelse):
                    left += (iter(orelse), iter(then))
                    break
                case For(body=inner) | Loop(body=inner) | Block(body=inner):
                    left.append(iter(inner))
                    break
        else:
            left.pop()


def written_parameters(function: Function) -> frozenset[int]:
    """Indices of the parameters that are arrays which the function writes to."""
    arrays = []
    for s in walk(function.body):
        if isinstance(s, Store):
            arrays.append(s.array)
        elif isinstance(s, Assign) and isinstance(s.value, Atomic) and s.value.op != "load":
            arrays.append(s.value.array)
    bases = {id(a.base) for a in arrays}
    return frozenset(i for i, p in enumerate(function.parameters) if id(p) in bases)


# ---- printing ---------------------------------------------------------------------------------------------------

_SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "floordiv": "//", "mod": "%", "pow": "**", "and": "&", "or": "|",
    "xor": "^", "shl": "<<", "shr": ">>", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "neg": "-", "invert": "~", "not": "not ",
}  # fmt: skip


class _Printer:
    """Formats a function like typed Python; variables that share a name are numbered."""

    def __init__(self, function: Function):
        self.names: dict[int, str] = {}
        self.used: dict[str, int] = {}
        self.labels: dict[int, str] = {}
        self.lines: list[str] = []
        self.function = function

    def name(self, var) -> str:
        if id(var) not in self.names:
            n = self.used[var.name] = self.used.get(var.name, 0) + 1
            self.names[id(var)] = var.name if n == 1 else f"{var.name}.{n}"
        return self.names[id(var)]

    def label(self, statement) -> str:
        return self.labels.setdefault(id(statement), f"L{len(self.labels) + 1}")

    def array(self, array: Array, index) -> str:
        offset = "" if isinstance(array.offset, Const) and not array.offset.value else f" + {self.expr(array.offset)}"
        return f"{self.name(array.base)}{offset}[{', '.join(map(self.expr, index))}]"

    def expr(self, e: Expr) -> str:
        match e:
            case Const(value=value):
                return repr(value)
            case Read(var=var):
                return self.name(var)
            case Unary(op=op, x=x):
                return f"({_SYMBOLS[op]}{self.expr(x)})"
            case Binary(op=op, a=a, b=b) | Compare(op=op, a=a, b=b):
                return f"({self.expr(a)} {_SYMBOLS[op]} {self.expr(b)})"
            case Select(cond=cond, a=a, b=b):
                return f"({self.expr(a)} if {self.expr(cond)} else {self.expr(b)})"
            case Cast(type=t, x=x):
                return f"{t}({self.expr(x)})"
            case Call(name=name, args=args):
                return f"{name}({', '.join(map(self.expr, args))})"
            case Id(kind=kind, dim=dim):
                return f"{kind}({dim})"
            case Shuffle(x=x, lane=lane):
                return f"shuffle({self.expr(x)}, {self.expr(lane)})"
            case MakeComplex(re=re, im=im):
                return f"complex({self.expr(re)}, {self.expr(im)})"
            case Part(x=x, index=index):
                return f"{self.expr(x)}.{('real', 'imag')[index]}"
            case Load(array=array, index=index):
                return self.array(array, index)
            case Atomic(op=op, array=array, index=index, operands=operands):
                return f"atomic_{op}({', '.join([self.array(array, index), *map(self.expr, operands)])})"
        raise TypeError(f"no expression: {e!r}")

    def put(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def body(self, body: list[Statement], depth: int) -> None:
        for statement in body:
            self.statement(statement, depth)
        if not body:
            self.put(depth, "pass")

    def statement(self, s: Statement, depth: int) -> None:
        match s:
            case Assign(var=var, value=value):
                self.put(depth, f"{self.name(var)}: {var.type} = {self.expr(value)}")
            case Copies(pairs=pairs):
                for var, value in pairs:
                    self.put(depth, f"{self.name(var)}: {var.type} <- {self.expr(value)}")
            case Store(array=array, index=index, value=value):
                self.put(depth, f"{self.array(array, index)} = {self.expr(value)}")
            case If(cond=cond, then=then, orelse=orelse):
                self.put(depth, f"if {self.expr(cond)}:")
                self.body(then, depth + 1)
                if orelse:
                    self.put(depth, "else:")
                    self.body(orelse, depth + 1)
            case For(var=var, start=start, stop=stop, step=step, body=body):
                bounds = ", ".join(map(self.expr, (start, stop, step)))
                self.put(depth, f"{self.label(s)}: for {self.name(var)}: {var.type} in range({bounds}):")
                self.body(body, depth + 1)
            case Loop(body=body):
                self.put(depth, f"{self.label(s)}: loop:")
                self.body(body, depth + 1)
            case Block(body=body):
                self.put(depth, f"{self.label(s)}: block:")
                self.body(body, depth + 1)
            case Leave(target=target):
                self.put(depth, f"leave {self.label(target)}")
            case Continue(target=target):
                self.put(depth, f"continue {self.label(target)}")
            case Return():
                self.put(depth, "return")
            case Barrier(fence=fence):
                self.put(depth, f"barrier {fence}")
            case SubGroupBarrier():
                self.put(depth, "sub-group barrier")
            case Fence(order=order, scope=scope):
                self.put(depth, f"fence {order} {scope}")
            case Print(values=values):
                texts = [repr(v) if isinstance(v, str) else self.expr(v) for v in values]
                self.put(depth, f"print {', '.join(texts)}")
            case Check(cond=cond, exception=exception, message=message):
                self.put(depth, f"check {self.expr(cond)}, {exception}({message!r})")

    def parameter(self, p) -> str:
        if isinstance(p, Var):
            return f"{self.name(p)}: {p.type}"
        return f"{self.name(p)}: {p.space} {p.dtype}[{len(p.shape)}, {p.layout}]"

    def run(self) -> str:
        f = self.function
        space = "nd_range" if f.has_groups else "range"
        parameters = ", ".join(map(self.parameter, f.parameters))
        self.put(0, f"kernel {f.name}({parameters}) over {space}({f.ndim}):")
        for array in f.arrays:
            shape = ", ".join(map(str, array.shape))
            self.put(1, f"{self.name(array)}: {array.space} {array.dtype}[{shape}]{' = 0' if array.zeroed else ''}")
        self.body(f.body, 1)
        return "\n".join(self.lines) + "\n"


def format_function(function: Function) -> str:
    """The function as text, for debugging and tests."""
    return _Printer(function).run()


# ---- verifying --------------------------------------------------------------------------------------------------


def _same(e: Expr, *types: Scalar) -> None:
    if any(t is not types[0] for t in types):
        raise ValueError(f"{type(e).__name__} {getattr(e, 'op', '')}: operands of types {', '.join(map(str, types))}")


def _verify_index(array: Array, index) -> None:
    if len(index) != array.ndim or len(array.strides) != array.ndim:
        raise ValueError(f"{array.base.name}: {len(index)} indices for {array.ndim} dimensions")
    for i in (*index, array.offset, *array.strides):
        if i.type is not INT64:
            raise ValueError(f"{array.base.name}: an index of type {i.type}")


def _verify_expr(e: Expr) -> None:
    match e:
        case Binary(op=op, a=a, b=b):
            loose = op == "pow" and b.type is INT64 or op in ("shl", "shr")
            _same(e, *((b.type, INT64) if loose else (a.type, b.type)))
        case Compare(a=a, b=b):
            _same(e, a.type, b.type)
        case Select(cond=cond, a=a, b=b):
            _same(e, a.type, b.type)
            _same(e, cond.type, BOOL)
        case Load(array=array, index=index):
            _verify_index(array, index)
        case Atomic(array=array, index=index, operands=operands):
            _verify_index(array, index)
            _same(e, array.dtype, *(o.type for o in operands))
    for child in children(e):
        if isinstance(child, (Atomic, Shuffle)):
            raise ValueError("an operation of several work-items stands inside an expression")
        _verify_expr(child)


def _verify_body(body: list[Statement], around: tuple[Statement, ...]) -> None:
    for s in body:
        for e in expressions(s):
            _verify_expr(e)
        match s:
            case Assign(var=var, value=value):
                _same(value, var.type, value.type)
            case Copies(pairs=pairs):
                for var, value in pairs:
                    _same(value, var.type, value.type)
            case Store(array=array, index=index, value=value):
                _verify_index(array, index)
                _same(value, array.dtype, value.type)
            case If(cond=cond, then=then, orelse=orelse):
                _same(cond, cond.type, BOOL)
                _verify_body(then, around)
                _verify_body(orelse, around)
            case For(var=var, start=start, stop=stop, step=step, body=inner):
                _same(start, var.type, start.type, stop.type, step.type)
                _verify_body(inner, (*around, s))
            case Loop(body=inner) | Block(body=inner):
                _verify_body(inner, (*around, s))
            case Leave(target=target) | Continue(target=target):
                if not any(target is a for a in around):
                    raise ValueError(f"{type(s).__name__} names a construct that is not around it")


def verify(function: Function) -> None:
    """Raises ValueError if the function violates an invariant of this representation: a bug of the compiler, not of the
    user's code."""
    _verify_body(function.body, ())
