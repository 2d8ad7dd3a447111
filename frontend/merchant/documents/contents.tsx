import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { Link as RouterLink } from "react-router-dom";
import { ChevronDownIcon } from "../../shared/ui/icons.tsx";
import type { LegalDocument } from "./legal-document.ts";

const List = ({ document }: { document: LegalDocument }) => (
  <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0 }}>
    {document.sections.map(({ id, title }, index) => (
      <Box component="li" key={id}>
        <Link
          component={RouterLink}
          to={{ hash: id }}
          color="textSecondary"
          underline="hover"
          variant="body2"
          sx={{ display: "flex", gap: 1, py: 0.5, "&:hover": { color: "text.primary" } }}
        >
          <Box component="span" sx={{ minWidth: "1.5em", textAlign: "right", fontVariantNumeric: "tabular-nums" }}>
            {index + 1}
          </Box>
          {title}
        </Link>
      </Box>
    ))}
  </Box>
);

/** The sections as links: beside the text on a wide screen, collapsed above it on a narrow one. */
export const Contents = ({ document }: { document: LegalDocument }) => {
  const wide = useMediaQuery("(min-width: 900px)", { noSsr: true });
  if (!wide) {
    return (
      <Box component="nav" aria-label="Contents" data-print="no">
        <Box component="details" sx={{ border: 1, borderColor: "divider", borderRadius: 1, px: 2, py: 1 }}>
          <Typography
            component="summary"
            variant="h3"
            sx={{
              display: "flex",
              alignItems: "center",
              justifyContent: "space-between",
              cursor: "pointer",
              py: 0.5,
              "&::-webkit-details-marker": { display: "none" },
              "[open] > & > svg": { transform: "rotate(180deg)" },
            }}
          >
            Contents
            <ChevronDownIcon fontSize="small" sx={{ color: "text.secondary" }} />
          </Typography>
          <List document={document} />
        </Box>
      </Box>
    );
  }
  return (
    <Box
      component="nav"
      aria-label="Contents"
      data-print="no"
      sx={{ position: "sticky", top: 88, alignSelf: "start", maxHeight: "calc(100vh - 112px)", overflowY: "auto" }}
    >
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        Contents
      </Typography>
      <List document={document} />
    </Box>
  );
};
