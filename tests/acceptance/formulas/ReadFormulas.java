import java.io.File;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.poi.ss.formula.FormulaParseException;
import org.apache.poi.ss.formula.FormulaParser;
import org.apache.poi.ss.formula.FormulaType;
import org.apache.poi.ss.formula.atp.AnalysisToolPak;
import org.apache.poi.ss.formula.ptg.NameXPxg;
import org.apache.poi.xssf.usermodel.XSSFEvaluationWorkbook;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

/** Reads the formulas of a workbook's column (from 0) and prints a line for each: its row, a tab, and the problem if there is one. */
public class ReadFormulas {
  public static void main(String[] given) throws Exception {
    try (var workbook = new XSSFWorkbook(new File(given[0]))) {
      var names = XSSFEvaluationWorkbook.create(workbook);
      for (var row : workbook.getSheetAt(0)) {
        var formula = row.getCell(Integer.parseInt(given[1])).getCellFormula();
        System.out.println((row.getRowNum() + 1) + "\t" + problem(formula, names, row.getRowNum()));
      }
    }
  }

  private static String problem(String formula, XSSFEvaluationWorkbook names, int row) {
    try {
      // POI takes any name before a bracket for a function of an add-in.
      return Arrays.stream(FormulaParser.parse(formula, names, FormulaType.CELL, 0, row))
          .filter(NameXPxg.class::isInstance)
          .map(part -> ((NameXPxg) part).getNameName())
          .filter(name -> !name.startsWith("_xlfn.") && !AnalysisToolPak.isATPFunction(name))
          .map(name -> "There is no function " + name + ".")
          .collect(Collectors.joining(" "));
    } catch (FormulaParseException error) {
      return error.getMessage().replaceAll("\\s+", " ");
    }
  }
}
