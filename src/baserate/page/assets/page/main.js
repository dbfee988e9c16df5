// The page: it reads the study, answers at the setting in the address, and follows the controls.
import { fragmentOf, sameState, stateOf } from "../engine/address.js";
import { createEngine } from "../engine/engine.js";
import { createSettings } from "../controls/settings.js";
import { setText } from "../controls/elements.js";
import { showPrivacy, showProvenance } from "./about.js";
import { createBefore } from "./before.js";
import { createContents, showPart } from "./contents.js";
import { createFigure } from "./figures.js";
import { createStage, keepRoom, unfoldForPrint } from "./lively.js";
import { createSections } from "./sections.js";
import { createSentence } from "./sentence.js";
import { createShiftLine } from "./shift-line.js";
import { createActions, showTop } from "./top.js";

// Browsers refuse addresses that change too often.
const ADDRESS_PAUSE = 300;

function openPage() {
  const study = JSON.parse(document.getElementById("study").textContent);
  const engine = createEngine(study);
  const opening = readAddress(engine);
  let { state } = opening;
  let answer = engine.answer(state);
  let frame = 0;
  const now = { state: () => state, answer: () => answer };
  const remember = addressWriter(engine);
  const onChange = (change, fresh) => setState({ ...state, ...change }, fresh);
  const onReset = () => setState(engine.own, true);
  const view = createView({ study, engine, ...now, writeLink: () => remember.now(state), onChange, onReset });

  /** Take a setting: the verdict is right when this returns, all that is seen before the next frame is shown. */
  function setState(next, fresh = false) {
    if (sameState(next, state) && !fresh) return;
    state = next;
    answer = engine.answer(state);
    view.showVerdict(answer, fresh);
    view.tell([]);
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => view.showRest(answer));
    remember.soon(state);
  }

  addEventListener("hashchange", () => {
    if (showPart(location.hash.slice(1))) return remember.soon(state);
    const read = readAddress(engine);
    setState(read.state, true);
    return view.tell(read.problems);
  });
  view.showVerdict(answer, true);
  view.showRest(answer);
  view.tell(opening.problems);
  globalThis.baserate = { engine, setState: (change) => setState({ ...state, ...change }, true), ...now };
}

/** The setting in the address, and what was wrong with it; an address that names a section has none. */
function readAddress(engine) {
  const problems = [];
  const fragment = document.getElementById(location.hash.slice(1)) === null ? location.hash : "";
  return { state: stateOf(fragment, engine, problems), problems };
}

/** Everything that is seen, and how to bring it up to date. */
function createView({ study, engine, state, answer, writeLink, onChange, onReset }) {
  const at = (id) => document.getElementById(id);
  const stage = createStage();
  const settings = createSettings(engine, onChange, onReset);
  const use = {
    limits: engine.limits.prevalence,
    onRange: (ends) => onChange({ prevalence: ends }),
    onPick: (prevalence, cost) => onChange({ prevalence: [prevalence, prevalence], cost: [cost, cost] }, true),
    pointAt: (prevalence, cost) => engine.pointAt(state(), prevalence, cost),
  };
  const page = { study, engine, state, answer, stage, use, panels: settings.panels };
  const sentence = createSentence(engine, settings.panels);
  const shift = createShiftLine(engine, settings.panels);
  const before = createBefore(study, onChange);
  const first = ["difference", "patients"].map((key) => createFigure(key, page));
  const sections = createSections(page);
  const contents = createContents(sections.contents, settings.panels);
  const parts = [...first, ...sections.parts];
  const tables = () => parts.map(({ key, title, numbers }) => ({ key, title: title(), table: numbers() }));
  showTop(engine);
  at("actions").append(...createActions(answer, writeLink, tables));
  at("answer").append(...sentence.elements, shift.element);
  at("settings").append(settings.line);
  at("panels").append(...settings.elements);
  at("first").append(...first.map(({ element }) => element));
  first[0].element.dataset.keepSeen = "";
  at("first").after(before.element);
  at("contents-place").replaceWith(contents.element);
  at("sections").append(...sections.open);
  at("folded").prepend(...sections.folded);
  for (const part of [...first, before]) stage.add(part.element, part.show);
  showPrivacy(study);
  showProvenance(study);
  return {
    showVerdict(now, fresh) {
      sentence.show(now);
      settings.show(now, fresh);
      shift.show(now);
      contents.show(now);
      before.showVerdict(now);
    },
    showRest(now) {
      stage.show(now);
      for (const element of [at("sentence"), at("second")]) keepRoom(element);
    },
    tell(problems) {
      setText(at("told"), problems.join(" "));
      if (problems.length > 0) keepRoom(at("told"));
    },
  };
}

function linkOf(state, engine) {
  const fragment = fragmentOf(state, engine.own);
  return `${location.href.split("#")[0]}${fragment ? `#${fragment}` : ""}`;
}

/** Writes the setting into the address, once the frame that it changed in is out of the way; `now` does so at once. */
function addressWriter(engine) {
  let timer = 0;
  let last = -Infinity;
  const write = (state) => {
    clearTimeout(timer);
    last = performance.now();
    const link = linkOf(state, engine);
    try {
      history.replaceState(null, "", link);
    } catch {
      // A page shown inside another may not have an address of its own; the setting then lives only here.
    }
    return link;
  };
  return {
    now: write,
    soon(state) {
      clearTimeout(timer);
      const pause = performance.now() - last > ADDRESS_PAUSE ? 30 : ADDRESS_PAUSE;
      const from = location.href;
      // Somebody may have named another setting there meanwhile, of which the page is told later.
      timer = setTimeout(() => location.href === from && write(state), pause);
    },
  };
}

unfoldForPrint();

openPage();
