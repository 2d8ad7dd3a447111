import type { Editing } from "./use-automation-editor.ts";

/**
 * Unsaved changes prevented something: says what to do.
 * @param undone 'Nothing was tried'
 */
export const describeUnsaved = (undone: string, { problems }: Editing["state"]): string =>
  `${undone}, because some of your changes aren't saved. ${
    Object.keys(problems).length > 0 ? "Correct the marked fields" : "Wait until they are saved"
  }, then try again.`;
