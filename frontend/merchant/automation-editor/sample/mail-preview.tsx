import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

type MailPreviewProps = { fields: readonly (readonly [name: string, value: string])[]; text: string };

/** A mail's headers and text, before it is sent. */
export const MailPreview = ({ fields, text }: MailPreviewProps) => (
  <>
    <Box
      component="dl"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "1fr", sm: "max-content minmax(0, 1fr)" },
        columnGap: 2,
        rowGap: { xs: 0, sm: 1 },
        m: 0,
        mb: 2,
      }}
    >
      {fields.map(([name, value]) => (
        <Box key={name} sx={{ display: "contents" }}>
          <Typography component="dt" color="textSecondary">
            {name}
          </Typography>
          <Typography component="dd" sx={{ m: 0, mb: { xs: 1, sm: 0 }, overflowWrap: "anywhere" }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
    <Box
      role="region"
      aria-label="Message of the e-mail"
      // Lets keyboard users scroll the text.
      tabIndex={0}
      sx={{
        p: 2,
        maxHeight: 320,
        overflowY: "auto",
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
        bgcolor: "surface.sunken",
        whiteSpace: "pre-wrap",
        overflowWrap: "anywhere",
      }}
    >
      {text}
    </Box>
  </>
);
