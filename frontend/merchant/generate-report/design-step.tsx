import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";
import { quoted } from "#domain/text/quoted.ts";
import type { ListedDesign } from "#domain/wire/reports/reports.ts";
import { reportDesignerPath } from "../../shared/navigation/paths.ts";
import { DesignField } from "../fields/design-field.tsx";
import { useNewDesign } from "../new-design/use-new-design.tsx";

/** A column whose formula is wrong, and what to do about it. */
export type FormulaFault = { column: string; title: string; problem: string };

type DesignStepProps = {
  designs: ListedDesign[];
  chosen: string | null;
  onChoose: (id: string) => void;
  /** What the chosen design shows, in its order; null while that is not known. */
  columns: readonly string[] | null;
  /** Columns of its file whose formulas are wrong. */
  faults: readonly FormulaFault[];
  /** The design was made on this page a moment ago: what made it is gone, so its name takes the focus. */
  isNew: boolean;
};

/** Columns named beneath the design; there may be hundreds. */
const mostNamed = 16;

const mostFaults = 3;

/** Step 1: one of the designs with its columns, or a link that makes the first one. */
export const DesignStep = ({ designs, chosen, onChoose, columns, faults, isNew }: DesignStepProps) => {
  const create = useNewDesign((design) => onChoose(design.id));
  if (designs.length === 0) {
    return (
      <Typography>
        There is no report design yet.{" "}
        <Link component="button" type="button" aria-haspopup="dialog" onClick={create.open}>
          Create a new design
        </Link>
        {create.dialog}
      </Typography>
    );
  }
  return (
    <>
      <DesignField designs={designs} chosen={chosen} onChoose={onChoose} autoFocus={isNew} />
      {/* Two lines have their place before they are known, so that nothing moves. */}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75, minHeight: "2lh" }}>
        {columns !== null && columns.length > 0 && (
          <>
            {columns.slice(0, mostNamed).join(", ")}
            {columns.length > mostNamed && ` and ${columns.length - mostNamed} more`}.{" "}
          </>
        )}
        {chosen !== null && (
          <Link component={RouterLink} to={reportDesignerPath(chosen)}>
            Edit columns
          </Link>
        )}
      </Typography>
      {chosen !== null && faults.length > 0 && <FaultsAlert design={chosen} faults={faults} />}
    </>
  );
};

/** Wrong formulas of the design, before its file has wrong figures. */
const FaultsAlert = ({ design, faults }: { design: string; faults: readonly FormulaFault[] }) => (
  <Alert severity="warning" role="status" sx={{ mt: 1 }}>
    {faults.slice(0, mostFaults).map(({ column, title, problem }) => (
      <Box key={column} sx={{ overflowWrap: "anywhere" }}>
        The formula of {quoted(title)} is wrong. {problem}
      </Box>
    ))}
    {faults.length > mostFaults && <Box>{faults.length - mostFaults} more formulas are wrong.</Box>}
    <Link component={RouterLink} to={reportDesignerPath(design)} color="inherit">
      Open the design
    </Link>
  </Alert>
);
