/** What the test buttons say (S-2.4, S-2.8): while they wait, when it worked, and above the reason when it did not. */
export const ftpTestWords = {
  waiting: "Contacting FTP server",
  worked: "Success! FTP is configured correctly.",
  failed: "FTP test failed",
} as const;

export const webhookTestWords = {
  waiting: "Contacting server",
  worked: "Success! Webhook is configured correctly.",
  failed: "Webhook test failed",
} as const;
