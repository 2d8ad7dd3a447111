import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { DateTime } from "luxon";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { BackIcon, PrintIcon } from "../../shared/ui/icons.tsx";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { useAnchor } from "../use-anchor.ts";
import { AcceptedAlert } from "./accepted-alert.tsx";
import { ClauseView } from "./clause-view.tsx";
import { Contents } from "./contents.tsx";
import type { LegalDocument } from "./legal-document.ts";
import { PrintStyles } from "./print-styles.tsx";
import { RichText } from "./rich-text.tsx";

/** A legal document: the time of acceptance, a table of contents, numbered sections and paragraphs. */
export const DocumentPage = ({ document }: { document: LegalDocument }) => {
  usePageTitle(document.title);
  useAnchor();
  return (
    <Stack spacing={3} useFlexGap>
      <PrintStyles />
      <Stack direction="row" data-print="no" sx={{ justifyContent: "space-between", mx: -1.5 }}>
        <Button component={RouterLink} to={paths.documents} startIcon={<BackIcon />} color="inherit">
          Legal documents
        </Button>
        <Button startIcon={<PrintIcon />} color="inherit" onClick={() => window.print()}>
          Print
        </Button>
      </Stack>
      <AcceptedAlert />
      <Stack spacing={1} sx={{ maxWidth: "46rem" }}>
        <Typography variant="h1">{document.title}</Typography>
        <Typography color="textSecondary">
          Last updated {DateTime.fromISO(document.updated).setLocale("en-GB").toFormat("d LLLL yyyy")}
        </Typography>
        <Typography sx={{ pt: 1 }}>
          <RichText document={document} text={document.lead} />
        </Typography>
      </Stack>
      <Box
        sx={{
          display: "grid",
          gap: { xs: 3, md: 6 },
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "15rem minmax(0, 46rem)" },
          "@media print": { display: "block" },
        }}
      >
        <Contents document={document} />
        <Stack spacing={5}>
          {document.sections.map(({ id, title, clauses }, section) => (
            <Stack key={id} component="section" spacing={1.5} aria-labelledby={id}>
              {/* A followed link puts the focus here for reading on. It shows no ring, as it isn't a control. */}
              <Typography
                id={id}
                tabIndex={-1}
                variant="h2"
                sx={{ outline: 0, "&:focus-visible": { color: "primary.main" } }}
              >
                {section + 1}. {title}
              </Typography>
              {clauses.map((clause, index) => {
                const number = `${section + 1}.${index + 1}`;
                return <ClauseView key={number} document={document} clause={clause} number={number} section={title} />;
              })}
            </Stack>
          ))}
        </Stack>
      </Box>
    </Stack>
  );
};
