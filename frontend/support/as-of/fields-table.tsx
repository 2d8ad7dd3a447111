import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import type { FieldComparison } from "#domain/as-of/described-field.ts";

const nothing = "–";

/** Past and present fields; changed ones are bold and labeled. */
export const FieldsTable = ({ fields, label }: { fields: readonly FieldComparison[]; label: string }) => (
  <Box sx={{ overflowX: "auto" }}>
    <Table
      size="small"
      aria-label={label}
      sx={{ tableLayout: "fixed", "& td, & th": { overflowWrap: "anywhere", verticalAlign: "top" } }}
    >
      <TableHead>
        <TableRow>
          <TableCell>Field</TableCell>
          <TableCell>Then</TableCell>
          <TableCell>Now</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {fields.map(({ name, was, is, changed }) => (
          <TableRow key={name}>
            <TableCell component="th" scope="row" sx={{ fontWeight: changed ? "bold" : "regular" }}>
              {name}
            </TableCell>
            <TableCell>{was ?? nothing}</TableCell>
            <TableCell sx={{ fontWeight: changed ? "bold" : "regular" }}>
              {changed || is === null ? (is ?? nothing) : "The same"}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);
