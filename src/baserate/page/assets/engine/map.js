// The map: who is to be used at each prevalence and cost, by the verdict's own rule; nobody where it is too close to
// call. It does not hang on the range or the cost that are set, so that it is worked out once, a few cells at a time.
import { SINGLE_STRATEGIES } from "../text/names.js";
import { conclusionOf } from "./conclusion.js";
import { expit, logit } from "./numbers.js";

export const TOO_CLOSE = -1;
export const NOT_FROM_THIS_PAGE = -2;
const [COLUMNS, ROWS] = [40, 26];

/** Cells that are worked out in an order which fills the whole map coarsely first. */
export class WinnerMap {
  #order;
  #next = 0;

  /** @param settingAt the setting at one prevalence and cost */
  constructor(settingAt, names, axes) {
    this.prevalence = spaced(axes.prevalence, COLUMNS);
    this.cost = spaced(axes.cost, ROWS);
    this.axes = axes;
    this.names = [...names, ...SINGLE_STRATEGIES];
    this.settingAt = settingAt;
    this.winner = this.cost.map(() => new Array(COLUMNS).fill(null));
    this.#order = coarseFirst(ROWS, COLUMNS);
  }

  get done() {
    return this.#next >= this.#order.length;
  }

  /** Work on it for some milliseconds; whether all of it is done. */
  work(budget) {
    const until = performance.now() + budget;
    // One cell at least, so that it comes to an end however busy the machine is.
    for (let first = true; !this.done && (first || performance.now() < until); first = false) {
      const [row, column] = this.#order[this.#next++];
      const [prevalence, cost] = [this.prevalence[column], this.cost[row]];
      const conclusion = conclusionOf(this.settingAt(prevalence, cost).judgement());
      this.winner[row][column] = winnerAt(conclusion, this.names, prevalence, cost);
    }
    return this.done;
  }
}

/** Whom the map shows at a setting, as a place among the names. */
function winnerAt(conclusion, names, prevalence, cost) {
  const { kind, model, settled } = conclusion;
  if (kind === "use") return names.indexOf(model);
  if (kind === "none" && settled) return defaultAt(names, prevalence, cost);
  return kind === "coarse" ? NOT_FROM_THIS_PAGE : TOO_CLOSE;
}

/** Deciding without a model is to treat all from a prevalence on. */
function defaultAt(names, prevalence, cost) {
  const [all, none] = SINGLE_STRATEGIES;
  return names.indexOf(prevalence >= cost ? all : none);
}

function spaced([low, high], count) {
  const [a, b] = [logit(low), logit(high)];
  return Array.from({ length: count }, (_, i) => expit(a + ((b - a) * (i + 0.5)) / count));
}

/** Every cell once: first each fourth row and column, then those between. */
function coarseFirst(rows, columns) {
  const order = [];
  for (const step of [4, 2, 1]) {
    for (let row = 0; row < rows; row += step) {
      for (let column = 0; column < columns; column += step) {
        const before = step < 4 && row % (2 * step) === 0 && column % (2 * step) === 0;
        if (!before) order.push([row, column]);
      }
    }
  }
  return order;
}
