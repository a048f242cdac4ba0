// Numbers and dates as a language writes them.

const formats = new Map<string, Intl.NumberFormat>();

// Making a format takes longer than using it a hundred times.
function format(locale: string, style: "decimal" | "percent", digits: number): Intl.NumberFormat {
  const key = `${locale} ${style} ${digits}`;
  let made = formats.get(key);
  if (!made) {
    const options = { style, minimumFractionDigits: digits, maximumFractionDigits: digits };
    made = new Intl.NumberFormat(locale, options);
    formats.set(key, made);
  }
  return made;
}

export function decimal(locale: string, value: number, digits = 2): string {
  return format(locale, "decimal", digits).format(value);
}

// With its sign: +0.25, −0.33, 0.00.
export function signed(locale: string, value: number, digits = 2): string {
  const scale = 10 ** digits;
  const rounded = Math.round(value * scale) / scale;
  const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "";
  return sign + decimal(locale, Math.abs(rounded), digits);
}

export function percent(locale: string, share: number, digits = 0): string {
  return format(locale, "percent", digits).format(share);
}

// Of a day as records have it, such as 2026.11.16; anything else stays as it is.
export function day(locale: string, date: string): string {
  const parts = /^(\d{4})\.(\d{2})\.(\d{2})$/.exec(date);
  if (!parts) return date;
  const [, year, month, dayOfMonth] = parts.map(Number);
  const made = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, dayOfMonth));
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(made);
}
