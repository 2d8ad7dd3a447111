import type { Editing } from "./use-automation-editor.ts";

/**
 * Says what to do if unsaved changes prevented something.
 * @param undone such as 'Nothing was tried'
 */
export const describeUnsaved = (undone: string, { problems }: Editing["state"]): string =>
  `${undone}, because some of your changes aren't saved. ${
    Object.keys(problems).length > 0 ? "Correct the highlighted fields" : "Wait until they are saved"
  }, then try again.`;
