import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { OutsideIcon } from "../../shared/ui/icons.tsx";
import { documentIds, documentLinks } from "../documents/document-links.ts";

/** The three documents, each in a new tab so the user's choice here isn't lost. */
export const DocumentList = () => (
  <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, border: 1, borderColor: "divider", borderRadius: 1 }}>
    {documentIds.map((id, index) => {
      const { path, title, about } = documentLinks[id];
      return (
        <Box component="li" key={id} sx={{ px: 2, py: 1.25, borderTop: index === 0 ? 0 : 1, borderColor: "divider" }}>
          <Link href={path} target="_blank" rel="noopener">
            {title}
            <OutsideIcon
              sx={{ fontSize: "1rem", ml: 0.75, verticalAlign: "-0.125em" }}
              titleAccess="(opens in a new tab)"
            />
          </Link>
          <Typography variant="body2" color="textSecondary" sx={{ textWrap: "pretty" }}>
            {about}
          </Typography>
        </Box>
      );
    })}
  </Box>
);
