// What a reader of the page's scripts would trip over: names that are not there, not used, or hide another.
import globals from "globals";

export default [
  { ignores: ["**/bundle.js"] },
  {
    languageOptions: { ecmaVersion: 2025, globals: { ...globals.browser, ...globals.node } },
    rules: {
      "no-redeclare": "error",
      "no-shadow": "error",
      "no-undef": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "prefer-const": "error",
    },
  },
];
