import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { Starter } from "#domain/designs/starters.ts";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { AddIcon } from "../../shared/ui/icons.tsx";
import { Illustration } from "../../shared/ui/illustrations.tsx";
import { useCreateDesign } from "../resources/designs/use-create-design.ts";
import { TourLink } from "../tour/tour-link.tsx";

/** The newcomer's starter. The list of all starters loads only with its dialog. */
export const firstStarter = { key: "OrderLines", title: "Order lines" } as const satisfies Pick<
  Starter,
  "key" | "title"
>;

/** The guide for a shop without designs and filters (S-1.2.10): one press creates a design. */
export const WelcomeGuide = ({ onCreated }: { onCreated: (design: ReportDesignItem) => void }) => {
  const create = useCreateDesign(onCreated);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="welcome-title"
      sx={{ display: "flex", gap: 3, alignItems: "center", p: { xs: 2, sm: 3 }, bgcolor: "soft.primary" }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h2" id="welcome-title">
          Welcome to Sheaf
        </Typography>
        <Typography sx={{ mt: 0.5 }}>
          Create a report design first. It sets which columns a report shows. “{firstStarter.title}” lists every product
          that was ordered, and you can change it later. Then come back here and generate your report.
        </Typography>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 2 }}>
          <Button
            variant="contained"
            startIcon={<AddIcon />}
            loading={create.isPending}
            loadingPosition="start"
            onClick={() => create.mutate(firstStarter.key)}
          >
            Create “{firstStarter.title}”
          </Button>
          <TourLink />
        </Box>
      </Box>
      <Box sx={{ display: { xs: "none", sm: "block" } }}>
        <Illustration name="designs" width={128} />
      </Box>
    </Paper>
  );
};
