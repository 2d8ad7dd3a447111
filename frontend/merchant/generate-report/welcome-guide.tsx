import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { AddIcon } from "../../shared/ui/icons.tsx";
import { Illustration } from "../../shared/ui/illustrations.tsx";
import { useNewDesign } from "../new-design/use-new-design.tsx";
import { TourLink } from "../tour/tour-link.tsx";

/** For a shop without any design and filter yet (S-1.2.10). */
export const WelcomeGuide = ({ onCreated }: { onCreated: (id: string) => void }) => {
  const create = useNewDesign((design) => onCreated(design.id));
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
          Create a report design first: it says which columns a report shows, and there are some to begin with. Then
          return to Reports, choose a format and the dates, and press Generate.
        </Typography>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 2 }}>
          <Button variant="contained" startIcon={<AddIcon />} aria-haspopup="dialog" onClick={create.open}>
            Create a report design
          </Button>
          <TourLink />
        </Box>
      </Box>
      {create.dialog}
      <Box sx={{ display: { xs: "none", sm: "block" } }}>
        <Illustration name="designs" width={128} />
      </Box>
    </Paper>
  );
};
