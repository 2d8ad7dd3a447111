/** Label of a switch, on screens and in failure reasons. */
export const writeDirectlyLabel = "Write directly under the final name";
