/** What doors share, by the file that it goes into. */
export const siteGroups: {
  readonly name: string;
  readonly test: RegExp;
  readonly priority: number;
  readonly includeDependenciesRecursively: boolean;
}[];
