/** typescript-eslint's strictest rules with types, but for what is said here. `npm run lint` runs it. */
import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import typescript from 'typescript-eslint';

/** Rules whose findings are no faults here. */
const off = {
  // Elements of arrays, right after their index was checked: noUncheckedIndexedAccess asks for it.
  '@typescript-eslint/no-non-null-assertion': 'off',
  // The code runs in Node and in old browsers too, which lack what the types of the DOM promise.
  '@typescript-eslint/no-unnecessary-condition': 'off',
  // `||` takes the next text where one is empty.
  '@typescript-eslint/prefer-nullish-coalescing': 'off',
  // tsc finds them, and knows that `??=` reads.
  'no-unused-private-class-members': 'off',
  // What a stranger gave is shown as it is.
  '@typescript-eslint/no-base-to-string': 'off',
  // The engine's functions are written as methods in the contract, but need no `this`.
  '@typescript-eslint/unbound-method': 'off',
  // An element's settings are fields that its class gets from one table.
  '@typescript-eslint/no-unsafe-declaration-merging': 'off',
  // `() => {}` does nothing, on purpose.
  '@typescript-eslint/no-empty-function': 'off',
  // An `async` function without `await` turns what it throws into a rejection.
  '@typescript-eslint/require-await': 'off',
  // `if (isLate) return refuse();` leaves with one more call.
  '@typescript-eslint/no-confusing-void-expression': 'off',
  // Both of two ways are used, each where it reads better.
  '@typescript-eslint/class-literal-property-style': 'off',
  '@typescript-eslint/consistent-generic-constructors': 'off',
  // `State | void`: what changes nothing returns nothing.
  '@typescript-eslint/no-invalid-void-type': 'off',
};

const adjusted = {
  '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
  '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }], // event handlers
  '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }], // into its code points
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
  ],
  '@typescript-eslint/prefer-promise-reject-errors': [
    'error',
    { allowThrowingAny: true, allowThrowingUnknown: true },
  ],
  '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  'no-irregular-whitespace': ['error', { skipTemplates: true }],
};

export default defineConfig(
  {
    ignores: ['**/*.js', '**/*.mjs', '**/*.d.ts', '**/*.schema.ts', 'web/elements/steps/listings'],
  },
  eslint.configs.recommended,
  typescript.configs.strictTypeChecked,
  typescript.configs.stylisticTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } }, rules: { ...off, ...adjusted } },
);
