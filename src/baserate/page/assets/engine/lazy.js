// What need not be worked out before it is asked for.

/** A property that is worked out when it is first read. */
export function computeLazily(object, name, compute) {
  let value;
  Object.defineProperty(object, name, { enumerable: true, get: () => (value ??= compute()) });
}
