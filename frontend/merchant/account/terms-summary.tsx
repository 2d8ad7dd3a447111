import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

const points = [
  [
    "Your data",
    "Sheaf reads your store's orders only to make the reports you ask for, and keeps your shop's name and e-mail.",
  ],
  [
    "How long it is kept",
    "Report files are removed after at most 7 days. Personal data is deleted on request within 24 hours. After you uninstall, your settings are kept for at least 6 months, so that you find them when you come back.",
  ],
  ["If something goes wrong", "You hear of a breach of personal data within 48 hours."],
  ["What it costs", "Subscriptions are billed monthly in advance through your store platform and are not refundable."],
  ["Which courts decide", "Corfu for the terms of service, Athens for the data protection agreement."],
] as const;

/** The documents in short. */
export const TermsSummary = () => (
  <Box component="dl" sx={{ m: 0, p: 2, border: 1, borderColor: "divider", borderRadius: 1 }}>
    {points.map(([title, text], index) => (
      <Box key={title} sx={{ mt: index === 0 ? 0 : 1.5 }}>
        <Typography component="dt" variant="h3">
          {title}
        </Typography>
        <Typography component="dd" variant="body2" color="textSecondary" sx={{ m: 0 }}>
          {text}
        </Typography>
      </Box>
    ))}
  </Box>
);
