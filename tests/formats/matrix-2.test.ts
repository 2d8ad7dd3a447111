import { describeMatrix } from "./describe-matrix.ts";

describeMatrix(2, 2);
