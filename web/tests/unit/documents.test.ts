// @vitest-environment node
import { expect, test } from "vitest";
import { manualArticle, textArticle } from "../../tools/documents";

const html = (markdown: string) => textArticle(markdown).html;

test("the first heading is the title", () => {
  expect(textArticle("# The protocol\n\n## A part\n").title).toBe("The protocol");
});

test("headings can be linked to by the names that GitHub gives them", () => {
  expect(html("## What's new in `core`, 2 parts")).toContain('<h2 id="whats-new-in-core-2-parts">');
  expect(html("[x](#secrets)")).toContain('<a href="#secrets">x</a>');
});

test("a link to another document leads to its page", () => {
  expect(html("[x](json.md)")).toContain('<a href="json.html">x</a>');
  expect(html("[x](protocol.md#secrets)")).toContain('<a href="protocol.html#secrets">x</a>');
});

test("what the site does not have is named, not linked", () => {
  for (const href of ["../LICENSE", "architecture.md", "json.schema.json", "javascript:alert(1)"])
    expect(html(`[x](${href})`)).toBe("<p>x</p>\n");
});

test("code is shown as it is", () => {
  expect(html('```\n<b> & "c"\n```')).toContain("<code>&#60;b&#62; &#38; &#34;c&#34;</code>");
});

test("tables and code can be scrolled by keys and say what they are", () => {
  const text = html('## Costs & "more"\n\n| a | b |\n| --- | ---: |\n| `x` | 1 |\n');
  expect(text).toContain('tabindex="0" role="group" aria-label="Costs &#38; &#34;more&#34;"');
  expect(text).toContain('<td><code>x</code></td><td class="number">1</td>');
});

test("a heading of a table that has no words is none", () => {
  expect(html("| | b |\n| - | - |\n| 1 | 2 |\n")).toContain("<tr><td></td><th>b</th></tr>");
  expect(html("| | |\n| - | - |\n| 1 | 2 |\n")).not.toContain("<thead>");
});

test("the manual has one title and its sections below it", () => {
  const { title, html } = manualArticle(
    '<table class="head"><tr><td class="head-ltitle">DUELLO(1)</td></tr></table>' +
      '<section><h1 id="NAME">NAME</h1><h2>x</h2></section><table class="foot"></table>',
  );
  expect(title).toBe("DUELLO(1)");
  expect(html).toBe('<h1>DUELLO(1)</h1>\n<section><h2 id="NAME">NAME</h2><h3>x</h3></section>');
});
