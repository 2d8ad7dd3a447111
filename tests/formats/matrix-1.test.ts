import { describeMatrix } from "./describe-matrix.ts";

describeMatrix(1, 2);
