// Findings as the terminal writes them: duello lab --csv and --json.
import type { Finding } from "../library/protocol";
import { fixed } from "./figures";
import type { Sampling } from "./sweep";

export function csvOf(findings: readonly Finding[]): string {
  const keys = Object.keys(findings[0]?.rules ?? {});
  const head = [
    ...keys,
    "winner,plies,positions,winning_first_moves,random_first_wins,perfect_second_wins",
    "reachable,won,only_move",
  ].join(",");
  const whole = (value: number | undefined) => (value === undefined ? "" : String(value));
  const share = (value: number | undefined) => (value === undefined ? "" : fixed(value, 4));
  const rows = findings.map((finding) =>
    [
      ...keys.map((key) => String(finding.rules[key] ?? "")),
      whole(finding.winner),
      whole(finding.plies ?? undefined),
      whole(finding.positions),
      share(finding.winning_first_moves),
      share(finding.random_first_wins),
      share(finding.perfect_second_wins),
      whole(finding.reachable),
      whole(finding.won),
      whole(finding.only_move),
    ].join(","),
  );
  return [head, ...rows].map((line) => `${line}\n`).join("");
}

// Shares are written with a point, as what they are.
function written(value: unknown, key: string): string {
  const isShare = typeof value === "number" && /_wins$|_moves$/.test(key);
  if (isShare && Number.isInteger(value)) return `${value}.0`;
  return JSON.stringify(value);
}

function jsonRow(finding: Finding): string {
  const parts = Object.entries(finding).map(
    ([key, value]) => `${JSON.stringify(key)}:${written(value, key)}`,
  );
  return `{${parts.join(",")}}`;
}

export function jsonOf(
  game: string,
  { games, seed }: Sampling,
  findings: readonly Finding[],
): string {
  const head = `{"game":${JSON.stringify(game)},"games":${games},"seed":${seed},"variants":[`;
  return `${head}${findings.map(jsonRow).join(",")}]}\n`;
}
