import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";
import { ChevronRightIcon, DocumentIcon, PrivacyIcon, TermsIcon } from "../../shared/ui/icons.tsx";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { documentIds, documentLinks } from "./document-links.ts";

const icons = { privacy: PrivacyIcon, terms: TermsIcon, dataProtection: DocumentIcon } as const;

/** Landing page of the legal documents: three buttons. */
const DocumentsPage = () => {
  usePageTitle("Legal documents");
  return (
    <Stack spacing={3} sx={{ maxWidth: 720, mx: "auto" }}>
      <Stack spacing={1}>
        <Typography variant="h1">Legal documents</Typography>
        <Typography color="textSecondary">Three short documents cover your use of Sheaf.</Typography>
      </Stack>
      <Stack spacing={1.5}>
        {documentIds.map((id) => {
          const { path, title, about } = documentLinks[id];
          const Icon = icons[id];
          return (
            <Button
              key={id}
              component={RouterLink}
              to={path}
              variant="outlined"
              color="inherit"
              startIcon={<Icon color="primary" />}
              endIcon={<ChevronRightIcon color="action" />}
              sx={{
                justifyContent: "flex-start",
                textAlign: "left",
                whiteSpace: "normal",
                p: 2.5,
                borderColor: "divider",
                gap: 1.5,
                "& .MuiButton-icon": { m: 0 },
              }}
            >
              <Box component="span" sx={{ flex: 1 }}>
                <Typography component="span" variant="h2" sx={{ display: "block" }}>
                  {title}
                </Typography>
                <Typography component="span" variant="body2" color="textSecondary">
                  {about}
                </Typography>
              </Box>
            </Button>
          );
        })}
      </Stack>
    </Stack>
  );
};

export default DocumentsPage;
