/** Texts of the test buttons (S-2.4, S-2.8). `failed`: above the reason. */
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
