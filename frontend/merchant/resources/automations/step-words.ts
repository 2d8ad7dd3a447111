/** What became of a step of a delivery or of a test: `Connected`, `Not logged in`. `Step`: as the deliverer names it. */
export const stepText = ({ Step, Failed }: { Step: string; Failed: boolean }): string =>
  Failed ? `Not ${Step}` : `${Step.charAt(0).toUpperCase()}${Step.slice(1)}`;
