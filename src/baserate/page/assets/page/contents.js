// The line that stays in view: contents, and the setting with its verdict in short.
import { fill, WORDS } from "../text/words.js";
import { make, setText } from "../controls/elements.js";
import { createWords, sentenceParts } from "./sentence.js";

const { page: PAGE } = WORDS;

/** Links that scroll without touching the address, which holds the setting. */
function linkTo({ id, title }) {
  const link = make("a", { href: `#${id}` }, title);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    showPart(id);
  });
  return link;
}

/** Bring a part of the page into view, and the focus with it. */
export function showPart(id) {
  const target = document.getElementById(id);
  if (target === null) return false;
  if (target.localName === "details") target.open = true;
  target.scrollIntoView({ block: "start" });
  const heading = target.querySelector("summary, h2, h3") ?? target;
  if (heading.localName !== "summary") heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

export function createContents(contents, panels) {
  const words = make("span", { class: "words" });
  const numbers = make("span", { class: "numbers" });
  const brief = make("p", { class: "brief" }, words, numbers);
  const write = createWords(numbers, panels, "quiet");
  const list = make("ul", {}, ...contents.map((part) => make("li", {}, linkTo(part))));
  const links = make("nav", { "aria-label": PAGE.contents }, list);
  const element = make("div", { id: "contents", "data-stays": true }, links, brief);
  /** The verdict in a few words, between the two numbers that it hangs on. */
  function show(answer) {
    const { verdict } = answer;
    const of = (control) => sentenceParts(answer).find((part) => part.control === control);
    const settings = [of("prevalence"), of("cost")].filter(Boolean);
    setText(words, briefWords(verdict));
    write(settings.flatMap((part, at) => (at === 0 ? [part] : [", ", part])));
  }
  return { element, show };
}

function briefWords({ best, decided, betterThanWithout }) {
  if (betterThanWithout.length === 0) return PAGE.brief.none;
  return decided ? fill(PAGE.brief.use, { best }) : PAGE.brief.too_close;
}
