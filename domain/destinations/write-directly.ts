/** Name of the switch of an FTP destination, on screens and in what a failed delivery says. */
export const writeDirectlyWords = "Write directly under the final name";
