import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { Suspense, useRef } from "react";
import { createLazyPart } from "../../loading/create-lazy-part.tsx";
import type { FormulaFixProps } from "./formula-fix.tsx";

const LazyFormulaFix = createLazyPart<FormulaFixProps>(() => import("./formula-fix.tsx"));

/** Notes on the file's invalid formulas, each with the likely formula if that is clear. */
export const FormulaNotes = ({ inFile, onMend }: Omit<FormulaFixProps, "column">) => {
  const notes = useRef<HTMLDivElement>(null);
  return (
    <Box ref={notes} tabIndex={-1} sx={{ outline: "none" }}>
      {inFile
        .filter(({ FormulaProblem }) => FormulaProblem !== undefined)
        .map((column) => (
          <Alert key={column.Column} severity="warning" sx={{ mb: 2, overflowWrap: "anywhere" }}>
            Correct the formula of {column.Title}. {column.FormulaProblem}
            <Suspense fallback={null}>
              <LazyFormulaFix
                column={column}
                inFile={inFile}
                onMend={(...mended) => {
                  onMend(...mended);
                  // The focused button disappears.
                  notes.current?.focus();
                }}
              />
            </Suspense>
          </Alert>
        ))}
    </Box>
  );
};
