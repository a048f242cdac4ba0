// The rules that somebody is choosing: the book's, a variant's or their own.
import type { Choice, GameFacts, Rules } from "../library/protocol";

export function bookRules(facts: GameFacts): Rules {
  return Object.fromEntries(
    facts.rules.map(({ key, book, words }) => [key, words ? book : Number(book)]),
  );
}

export function sameRules(one: Rules, two: Rules): boolean {
  return Object.keys(one).every((key) => String(one[key]) === String(two[key]));
}

// The name of the variant with these rules; "" for the book's; nothing for anybody's own.
export function variantOf(facts: GameFacts, rules: Rules): string | undefined {
  if (sameRules(bookRules(facts), rules)) return "";
  return facts.variants.find((variant) =>
    sameRules({ ...bookRules(facts), ...variant.rules }, rules),
  )?.name;
}

export function rulesOf(facts: GameFacts, variant: string): Rules {
  const found = facts.variants.find(({ name }) => name === variant);
  return { ...bookRules(facts), ...(found?.rules ?? {}) };
}

export function choiceOf(facts: GameFacts, rules: Rules): Choice {
  return { game: facts.id, rules };
}
