import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { ContactAddresses } from "./contact-addresses.tsx";
import type { Clause, LegalDocument } from "./legal-document.ts";
import { RichText } from "./rich-text.tsx";

type ClauseViewProps = { document: LegalDocument; clause: Clause; number: string; section: string };

/** One numbered paragraph with its list, table or addresses. */
export const ClauseView = ({ document, clause, number, section }: ClauseViewProps) => {
  const text = typeof clause === "string" ? clause : "contact" in clause ? clause.contact : clause.text;
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "auto minmax(0, 1fr)", columnGap: { xs: 1, sm: 1.5 } }}>
      <Typography component="span" color="textSecondary" sx={{ minWidth: "2.5em", fontVariantNumeric: "tabular-nums" }}>
        {number}
      </Typography>
      <Box>
        <Typography>
          <RichText document={document} text={text} />
        </Typography>
        {typeof clause !== "string" && "list" in clause && (
          <Box component="ul" sx={{ pl: 2.5, my: 1, "& li": { mt: 0.5 } }}>
            {clause.list.map((item) => (
              <Typography key={item} component="li">
                <RichText document={document} text={item} />
              </Typography>
            ))}
          </Box>
        )}
        {typeof clause !== "string" && "table" in clause && (
          // A wide table scrolls by itself on a phone. Tab must reach it for the arrow keys.
          <Box
            tabIndex={0}
            role="region"
            aria-label={`Table ${number}, ${section}`}
            sx={{ overflowX: "auto", my: 1.5 }}
          >
            <Table
              size="small"
              sx={{ minWidth: 480, fontVariantNumeric: "normal", "& td, & th": { verticalAlign: "top" } }}
            >
              <TableHead>
                <TableRow>
                  {clause.table.head.map((title) => (
                    <TableCell key={title}>{title}</TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {clause.table.rows.map((row) => (
                  <TableRow key={row[0]}>
                    {row.map((cell, index) => (
                      <TableCell key={clause.table.head[index]}>
                        <RichText document={document} text={cell} />
                      </TableCell>
                    ))}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </Box>
        )}
        {typeof clause !== "string" && "contact" in clause && <ContactAddresses />}
      </Box>
    </Box>
  );
};
