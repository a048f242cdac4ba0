import { expect, test } from "vitest";
import { chartOf, scaleFor, type Wish } from "../../src/lab/chart";
import { figureOf, figureText, fixed, percent, sorted } from "../../src/lab/figures";
import { csvOf, jsonOf } from "../../src/lab/files";
import type { Finding } from "../../src/library/protocol";

const kTwo: Finding = {
  rules: { flag: 2, stride: 3 },
  winner: 2,
  plies: 2,
  positions: 16,
  winning_first_moves: 0,
  random_first_wins: 0.56,
  perfect_second_wins: 1,
  reachable: 10,
  won: 9,
  only_move: 6,
};
const kThree: Finding = {
  rules: { flag: 3, stride: 3 },
  winner: 1,
  plies: 3,
  positions: 31,
  winning_first_moves: 1 / 3,
  random_first_wins: 0.53,
  perfect_second_wins: 0.94,
  reachable: 22,
  won: 19,
  only_move: 16,
};
const kHidden: Finding = {
  rules: { units: 2, nodes: 3, extra: 1 },
  positions: 4,
  random_first_wins: 0.34375,
  perfect_second_wins: 1,
};

test("the table is the terminal's, as comma-separated values", () => {
  expect(csvOf([kTwo, kThree])).toBe(
    "flag,stride,winner,plies,positions,winning_first_moves,random_first_wins," +
      "perfect_second_wins,reachable,won,only_move\n" +
      "2,3,2,2,16,0.0000,0.5600,1.0000,10,9,6\n" +
      "3,3,1,3,31,0.3333,0.5300,0.9400,22,19,16\n",
  );
  expect(csvOf([kHidden]).split("\n")[1]).toBe("2,3,1,,,4,,0.3438,1.0000,,,");
});

test("the table is the terminal's, as JSON", () => {
  expect(jsonOf("capture-the-flag", { games: 100, seed: "1" }, [kTwo, kThree])).toBe(
    '{"game":"capture-the-flag","games":100,"seed":1,"variants":[{"rules":{"flag":2,"stride":3},' +
      '"winner":2,"plies":2,"positions":16,"winning_first_moves":0.0,"random_first_wins":0.56,' +
      '"perfect_second_wins":1.0,"reachable":10,"won":9,"only_move":6},{"rules":{"flag":3,' +
      '"stride":3},"winner":1,"plies":3,"positions":31,"winning_first_moves":0.3333333333333333,' +
      '"random_first_wins":0.53,"perfect_second_wins":0.94,"reachable":22,"won":19,' +
      '"only_move":16}]}\n',
  );
  expect(jsonOf("x", { games: 1, seed: "18446744073709551615" }, [])).toBe(
    '{"game":"x","games":1,"seed":18446744073709551615,"variants":[]}\n',
  );
});

test("what lies exactly between two numbers goes to the even one, as in the terminal", () => {
  expect([0.125, 0.375, 0.625].map((share) => percent(share))).toEqual(["12 %", "38 %", "62 %"]);
  expect([0.03125, 0.34375, 1 / 3].map((share) => fixed(share, 4))).toEqual([
    "0.0312",
    "0.3438",
    "0.3333",
  ]);
});

test("a figure that a game cannot have is a dash, and comes last", () => {
  expect(figureText(figureOf(kHidden, "plies"), "count")).toBe("–");
  const rows = [kHidden, kThree, kTwo].map((finding) => ({ rules: finding.rules, finding }));
  const order = (down: boolean) =>
    sorted(rows, { by: "plies", down }).map(({ finding }) => finding.plies);
  expect(order(false)).toEqual([2, 3, undefined]);
  expect(order(true)).toEqual([3, 2, undefined]);
});

test("rows are sorted by a rule as well, and stay as they came without an order", () => {
  const rows = [kThree, kTwo].map((finding) => ({ rules: finding.rules, finding }));
  expect(sorted(rows, { by: ":flag", down: false }).map(({ rules }) => rules["flag"])).toEqual([
    2, 3,
  ]);
  expect(sorted(rows, undefined)).toEqual(rows);
});

test("large numbers are grouped", () => {
  expect(figureText(14348907, "count")).toBe("14\u2009348\u2009907");
});

const kFrame = { width: 300, height: 200, left: 50, right: 0, top: 0, bottom: 0 };

function wish(more: Partial<Wish> = {}): Wish {
  const rows = [5, 6, 7].flatMap((size) =>
    [1, 2].map((reach) => ({
      rules: { size, reach },
      finding: { ...kTwo, rules: { size, reach }, random_first_wins: reach / 2 },
    })),
  );
  return { rows, x: "size", others: ["reach"], figure: "random", frame: kFrame, ...more };
}

test("a second rule that varies makes lines, and dots are where their values are", () => {
  const { panels, lines, across } = chartOf(wish());
  expect(panels.length).toBe(1);
  expect(lines.map(({ label }) => label)).toEqual(["reach=1", "reach=2"]);
  expect(across.map(({ label, at }) => [label, at])).toEqual([
    ["5", 50],
    ["6", 175],
    ["7", 300],
  ]);
  expect(panels[0]?.lines[0]?.dots.map(({ x, y }) => [x, y])).toEqual([
    [50, 100],
    [175, 100],
    [300, 100],
  ]);
});

test("a third rule that varies makes a panel for each of its values", () => {
  const rows = wish().rows.flatMap((row) =>
    [3, 4].map((run) => ({ ...row, rules: { ...row.rules, run } })),
  );
  const { panels } = chartOf(wish({ rows, others: ["reach", "run"] }));
  expect(panels.map(({ label }) => label)).toEqual(["run=3", "run=4"]);
});

test("the axis is there before the rows are, so that nothing jumps", () => {
  const rows = wish().rows.map(({ rules }) => ({ rules }));
  const { across, panels } = chartOf(wish({ rows }));
  expect(across.length).toBe(3);
  expect(panels[0]?.lines).toEqual([]);
});

test("what nobody can force has no length that could be drawn", () => {
  const rows = wish().rows.map((row) => ({
    ...row,
    finding: { ...kTwo, winner: 0 as const, plies: 0 },
  }));
  expect(chartOf(wish({ rows, figure: "plies" })).panels[0]?.lines).toEqual([]);
});

test("counts that are far apart go upward in powers of ten", () => {
  const { ticks, at } = scaleFor([243, 14348907], "count", { low: 100, high: 0 });
  expect(ticks.map(({ label }) => label)).toEqual([
    "100",
    "10\u2009000",
    "1\u2009000\u2009000",
    "100\u2009000\u2009000",
  ]);
  expect(at(10_000)).toBeCloseTo(100 - 100 / 3);
});

test("counts that are near each other go upward in equal steps from nothing", () => {
  expect(scaleFor([3, 9], "count", { low: 100, high: 0 }).ticks.map(({ label }) => label)).toEqual([
    "0",
    "2",
    "4",
    "6",
    "8",
    "10",
  ]);
});
