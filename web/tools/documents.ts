// The documents in ../docs as pages of the site, docs/NAME.html, under the stylesheet src/doc.css.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Marked, type Tokens } from "marked";
import type { Plugin } from "vite";
import { kDocuments, type DocumentName } from "../src/documents.ts";
import { en } from "../src/lang/en.ts";

// A page for mandoc; the others are Markdown.
const kManual = "manual";
const kNames: readonly string[] = kDocuments;

interface Article {
  title: string;
  html: string;
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

// As GitHub names the headings of the same text.
const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

// To another document of the site, or within this one. What the site does not have is not linked.
function linked(href: string): string | undefined {
  if (href.startsWith("#")) return href;
  const [, name = "", part = ""] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name !== kManual && kNames.includes(name) ? `${name}.html${part}` : undefined;
}

export function textArticle(markdown: string): Article {
  let title = "";
  let heading = "";
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        if (depth === 1) title = text;
        heading = text;
        return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const address = linked(href);
        return address === undefined ? words : `<a href="${escaped(address)}">${words}</a>`;
      },
      // What scrolls on its own must be reached by keys, and say what it is.
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0" role="group" aria-label="${escaped(heading)}"><code>${escaped(text)}</code></pre>\n`;
      },
      table({ header, rows, align }: Tokens.Table) {
        // A heading without words heads nothing.
        const cell = ({ text, tokens }: Tokens.TableCell, column: number, tag: "td" | "th") => {
          const kind = text === "" ? "td" : tag;
          const side = align[column] === "right" ? ' class="number"' : "";
          return `<${kind}${side}>${this.parser.parseInline(tokens)}</${kind}>`;
        };
        const line = (row: Tokens.TableCell[], tag: "td" | "th") =>
          `<tr>${row.map((each, column) => cell(each, column, tag)).join("")}</tr>\n`;
        const head = header.some(({ text }) => text !== "")
          ? `<thead>${line(header, "th")}</thead>`
          : "";
        const body = rows.map((row) => line(row, "td")).join("");
        return `<div class="wide" tabindex="0" role="group" aria-label="${escaped(heading)}"><table>
${head}<tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { title, html };
}

// mandoc takes every section for a document of its own; here they are sections of one.
export function manualArticle(fragment: string): Article {
  const [, title = ""] = /<td class="head-ltitle">(.*?)<\/td>/.exec(fragment) ?? [];
  const body = fragment
    .replace(/<table class="(head|foot)">[^]*?<\/table>/g, "")
    .replace(
      /<(\/?)h([12])/g,
      (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`,
    )
    .replace(/<br\/?>\s*(?=<table|<\/section)/g, "")
    .replaceAll("<pre>", `<pre tabindex="0" role="group" aria-label="${title}">`);
  return { title, html: `<h1>${title}</h1>\n${body}` };
}

function articleOf(name: string, folder: string): Article {
  if (name !== kManual) return textArticle(readFileSync(join(folder, `${name}.md`), "utf8"));
  const page = join(folder, "duello.1");
  return manualArticle(
    execFileSync("mandoc", ["-T", "html", "-O", "fragment", page], { encoding: "utf8" }),
  );
}

function page(name: string, { title, html }: Article): string {
  const link = (each: DocumentName) => {
    const current = each === name ? ' aria-current="page"' : "";
    return `<li><a href="${each}.html"${current}>${escaped(en.documents.list[each][0])}</a></li>`;
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · ${en.app.name}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/src/doc.css">
<script type="module" src="/src/doc.ts"></script>
</head>
<body>
<header><nav><a class="home" href="../">${en.app.name}</a><ul>${kDocuments.map(link).join("")}</ul></nav></header>
<main>
${html}</main>
</body>
</html>
`;
}

export function documents(folder: string): Plugin {
  let root = "";
  const written = (name: string) => page(name, articleOf(name, folder));
  const isOurs = (id: string) =>
    id.startsWith(join(root, "docs/")) && kNames.includes(basename(id, ".html"));
  return {
    name: "duello-documents",
    config: ({ root = process.cwd() }) => ({
      build: {
        rolldownOptions: {
          input: Object.fromEntries(
            kNames.map((name) => [`docs/${name}`, join(root, `docs/${name}.html`)]),
          ),
        },
      },
    }),
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (isOurs(id) ? id : undefined),
    load: (id) => (isOurs(id) ? written(basename(id, ".html")) : undefined),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = /^\/docs\/([\w-]+)\.html$/.exec(request.url ?? "")?.[1] ?? "";
        if (!kNames.includes(name)) {
          next();
          return;
        }
        server
          .transformIndexHtml(`/docs/${name}.html`, written(name))
          .then((html) => response.setHeader("Content-Type", "text/html").end(html), next);
      });
    },
  };
}
