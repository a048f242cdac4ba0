// The terminal's golden transcripts, put together again from what the table of a page tells.
import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../transcripts/", import.meta.url);

// Words that a page has other means for.
const ELSEWHERE = new Set(["help", "?", "hint", "rules", "moves", "board", "board plain", "quit"]);

export function* transcripts() {
  for (const file of readdirSync(FOLDER).sort())
    if (file.endsWith(".args")) {
      const name = file.slice(0, -".args".length);
      const read = (suffix) => readFileSync(new URL(`${name}.${suffix}`, FOLDER), "utf8");
      yield { name, args: read("args"), lines: read("in").split("\n").slice(0, -1), out: read("out") };
    }
}

function words_of(text) {
  return [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

// The question that opens what the arguments of `play` open; nothing if that is another command.
function opened(args) {
  const [command, game, ...options] = words_of(args);
  if (command !== "play") return undefined;
  const question = { ask: "open", game, first: 1, players: ["human", "human"], names: ["", ""], rules: {} };
  const options_of = {
    "--p1": (value) => (question.players[0] = value),
    "--p2": (value) => (question.players[1] = value),
    "--name1": (value) => (question.names[0] = value),
    "--name2": (value) => (question.names[1] = value),
    "--first": (value) => (question.first = Number(value)),
    "--best-of": (value) => (question.best_of = Number(value)),
    "--rounds": (value) => (question.rounds = Number(value)),
    "--seed": (value) => (question.seed = value),
    "--set": (value) => (question.rules[value.split("=")[0]] = value.split("=")[1]),
  };
  for (let i = 0; i < options.length; i += 2) {
    if (options[i] === "--swap") question.swap = Boolean(options.splice(i, 1));
    if (i >= options.length) break;
    if (!(options[i] in options_of)) return undefined;
    options_of[options[i]](options[i + 1]);
  }
  return question;
}

// What the terminal would print; nothing where somebody types a word that a page has no use for, or leaves.
export function replayed(ask, { args, lines, out }) {
  const question = opened(args);
  const normal = (line) => line.toLowerCase().trim().split(/\s+/).join(" ");
  if (!question || !out.endsWith("[exit 0]\n") || lines.some((line) => ELSEWHERE.has(normal(line)))) return undefined;
  const { title, hidden } = ask({ ask: "game", game: question.game, rules: question.rules });
  const two_people = question.players.every((who) => who === "human");
  const secret = hidden && two_people;
  const typed = [...lines];
  let text = "";
  let state = ask(question);
  while (true) {
    if (state.series.best_of > 1) text += state.series.heading;
    text += `--- ${title} ---\n${state.opening === "" ? "" : `\n${state.opening}`}`;
    while (!state.result) {
      const mover = state.view.to_move;
      if (state.players[mover - 1] !== "human") {
        state = ask({ ask: "think" });
        text += state.told;
        continue;
      }
      text += `\n${state.turn}${state.view.may_swap ? "You may type swap to change seats.\n" : ""}`;
      if (ask({ ask: "look", seat: mover }).forced) {
        const { ask: prompt } = state;
        state = ask({ ask: "submit", line: "" });
        text += `${prompt}${secret ? "(hidden)" : state.events[0].move}\n${state.told}`;
        continue;
      }
      for (let said; said?.error !== undefined || !said; ) {
        const line = typed.shift();
        if (line === undefined) return undefined;
        text += `${state.ask}${secret ? "(hidden)" : line}\n`;
        said = ask({ ask: "submit", line });
        text += said.error === undefined ? said.told : `${said.error}\n`;
        if (said.error === undefined) state = said;
      }
    }
    if (state.series.best_of > 1) text += state.series.score;
    if (state.series.over) return `${text}[exit 0]\n`;
    text += "\n";
    state = ask({ ask: "next" });
  }
}
