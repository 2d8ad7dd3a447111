import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";
import { quoteText } from "#domain/text/quote-text.ts";
import type { ListedDesign } from "#domain/wire/reports/reports.ts";
import { reportDesignerPath } from "../../shared/navigation/paths.ts";
import { DesignField } from "../fields/design-field.tsx";
import { useNewDesign } from "../new-design/use-new-design.tsx";

/** A column with an invalid formula, and the remedy. */
export type FormulaFault = { column: string; title: string; problem: string };

type DesignStepProps = {
  designs: ListedDesign[];
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Titles in order; null while unknown. */
  columns: readonly string[] | null;
  /** Columns with invalid formulas. */
  faults: readonly FormulaFault[];
  /** The design was just created here, and the pressed button is gone: the design's field takes the focus. */
  isNew: boolean;
};

/** Maximum number of columns listed; there may be hundreds. */
const maxNamed = 16;

const maxFaults = 3;

/** Step 1: a design with its columns, or a link that creates the first one. */
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
      {/* Reserves two lines, so nothing moves when the columns are known. */}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75, minHeight: "2lh" }}>
        {columns !== null && columns.length > 0 && (
          <>
            {columns.slice(0, maxNamed).join(", ")}
            {columns.length > maxNamed && ` and ${columns.length - maxNamed} more`}.{" "}
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

/** Warns of invalid formulas before they reach a file. */
const FaultsAlert = ({ design, faults }: { design: string; faults: readonly FormulaFault[] }) => (
  <Alert severity="warning" role="status" sx={{ mt: 1 }}>
    {faults.slice(0, maxFaults).map(({ column, title, problem }) => (
      <Box key={column} sx={{ overflowWrap: "anywhere" }}>
        The formula of {quoteText(title)} is wrong. {problem}
      </Box>
    ))}
    {faults.length > maxFaults && <Box>{faults.length - maxFaults} more formulas are wrong.</Box>}
    <Link component={RouterLink} to={reportDesignerPath(design)} color="inherit">
      Open the design
    </Link>
  </Alert>
);
