// A document looks as the page does: dark or light as was chosen there, or else as the browser has it.
function chosenTheme(): unknown {
  try {
    const settings: unknown = JSON.parse(localStorage.getItem("duello.settings") ?? "{}");
    return (settings as { theme?: unknown } | null)?.theme;
  } catch {
    return undefined;
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");

function show(): void {
  const theme = chosenTheme();
  const isDark = theme === "dark" || (theme !== "light" && dark.matches);
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
}

show();
dark.addEventListener("change", show);
addEventListener("storage", show);
