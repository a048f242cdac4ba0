// What the rule page says beside the book's own words.
import type { GameFacts, RuleInfo, Rules, Variant } from "../library/protocol";
import { bookRules, sameRules } from "../table/rules";

export interface RuleRow {
  info: RuleInfo;
  value: string;
  // Not the book's.
  changed: boolean;
}

export function ruleRows(facts: GameFacts, rules: Rules): RuleRow[] {
  return facts.rules.map((info) => {
    const value = String(rules[info.key] ?? info.book);
    return { info, value, changed: value !== info.book };
  });
}

// What is not as in the book, and all that an address must say of the rules.
export function changedRules(facts: GameFacts, rules: Rules): Rules {
  const book = bookRules(facts);
  return Object.fromEntries(
    Object.entries(rules).filter(([key, value]) => String(book[key]) !== String(value)),
  );
}

// The rules are read under these, so that its card says so instead of leading here.
export function isVariant(facts: GameFacts, variant: Variant, rules: Rules): boolean {
  return sameRules({ ...bookRules(facts), ...variant.rules }, rules);
}

// "flag 12, stride 3", as far as it is not as in the book.
export function rulesText(facts: GameFacts, rules: Rules): string {
  return Object.entries(changedRules(facts, rules))
    .map(([key, value]) => `${key} ${value}`)
    .join(", ");
}
