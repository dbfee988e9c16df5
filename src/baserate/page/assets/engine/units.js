// Units: what a decision's worth is counted in. One entry of the table is all that the page knows of a unit;
// baserate.deployment.units is its twin in the library.
import { TREAT_NONE } from "../text/names.js";
import { WORDS } from "../text/words.js";
import { expit, logit } from "./numbers.js";

// What a true positive, and a true negative, is worth at one prevalence and cost, both in log odds; and how
// fast the logarithms of the two prices rise with the log odds of the prevalence.
const NET_BENEFIT = {
  weighted: false,
  prices: (x, k) => [expit(x), Math.exp(k) * expit(-x)],
  priceSlopes: (x) => [expit(-x), -expit(x)],
  costMovesSlopes: false,
};
const SHARE_OF_WHAT_IS_RIGHT = {
  weighted: true,
  prices: (x, k) => [expit(x - k), expit(k - x)],
  priceSlopes: (x, k) => [expit(k - x), -expit(x - k)],
  costMovesSlopes: true,
};

/**
 * name: in the controls, the address and files; label: what a score in it is called; scale: how its numbers
 * are written; zero: the default strategy that they are counted from, or null where nothing right is zero;
 * usesCost: whether errors have a price; overCosts: the unit of figures that run over costs.
 */
const TABLE = [
  { name: "net benefit", label: "net benefit", zero: TREAT_NONE, usesCost: true, ...NET_BENEFIT },
  {
    name: "per 1,000",
    label: "net benefit per 1,000",
    zero: TREAT_NONE,
    usesCost: true,
    ...NET_BENEFIT,
  },
  {
    name: "weighted accuracy",
    label: "weighted accuracy",
    zero: null,
    usesCost: true,
    ...SHARE_OF_WHAT_IS_RIGHT,
  },
  {
    name: "accuracy",
    label: "accuracy",
    zero: null,
    usesCost: false,
    overCosts: "per 1,000",
    ...SHARE_OF_WHAT_IS_RIGHT,
  },
];

export const UNITS = TABLE.map((unit) => ({
  overCosts: unit.name,
  ...unit,
  scale: WORDS.units[unit.name],
}));

/** The unit that the page opens with. */
export const FIRST_UNIT = "per 1,000";
const byName = new Map(UNITS.map((unit) => [unit.name, unit]));

export function unitOf(name) {
  return byName.get(name);
}

/** The ends of the costs in log odds; where errors have no price, all count alike. */
export function logCosts(units, cost) {
  return unitOf(units).usesCost ? cost.map(logit) : [0, 0];
}
