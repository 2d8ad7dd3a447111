/** Label of an FTP destination's switch, on screens and in failure reasons. */
export const writeDirectlyWords = "Write directly under the final name";
