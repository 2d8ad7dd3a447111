/** Name of a switch of FTP destinations, on screens and in reasons of failed deliveries. */
export const writeDirectlyWords = "Write directly under the final name";
