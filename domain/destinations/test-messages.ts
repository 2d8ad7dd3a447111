/** Texts of the test buttons (S-2.4, S-2.8): while waiting, on success, and above the reason of a failure. */
export const ftpTestMessages = {
  waiting: "Contacting FTP server",
  worked: "Success! FTP is configured correctly.",
  failed: "FTP test failed",
} as const;

export const webhookTestMessages = {
  waiting: "Contacting server",
  worked: "Success! Webhook is configured correctly.",
  failed: "Webhook test failed",
} as const;
