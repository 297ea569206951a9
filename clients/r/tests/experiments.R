# Bioconductor's containers, where they are installed.
library(manyview)

if (!nzchar(Sys.getenv("MANYVIEW_NODE", unname(Sys.which("node"))))) {
  message("skipped: there is no Node")
  quit(status = 0)
}
set.seed(1)
classes <- rep(1:3, each = 20)
cells <- paste0("cell", seq_along(classes))
high <- function(features) 6 * outer(seq_len(features), classes, function(j, class) (j - 1) %% 3 + 1 == class)
rna <- matrix(rnorm(60 * 9), 9, dimnames = list(paste0("gene", 1:9), cells)) + high(9)
protein <- matrix(rnorm(60 * 6), 6, dimnames = list(paste0("protein", 1:6), cells)) - high(6)
expected <- manyview(list(rna = rna, protein = protein), k = 3, samples = "columns")
stopifnot(rowSums(table(expected$labels, classes) > 0) == 1)

if (suppressMessages(requireNamespace("SingleCellExperiment", quietly = TRUE))) {
  part <- SummarizedExperiment::SummarizedExperiment(list(counts = protein))
  sce <- SingleCellExperiment::SingleCellExperiment(list(counts = rna), mainExpName = "rna", altExps = list(protein = part))
  found <- manyview(sce, k = 3)
  stopifnot(identical(found$labels, expected$labels), identical(names(found$features), c("rna", "protein")))
  # Labels in the columns of the container; colData as metadata.
  SummarizedExperiment::colData(sce)$cluster <- factor(found$labels[colnames(sce)])
  SummarizedExperiment::colData(sce)$kind <- letters[classes]
  stopifnot(manyview(sce, k = 3, metadata = SummarizedExperiment::colData(sce)["kind"])$associations$effect > 0.99)
  stopifnot(identical(manyview(list(rna = sce, protein = part), k = 3)$labels, expected$labels))
  stopifnot(identical(unname(predict(found, sce[, 1:5])[1:5]), unname(found$labels[1:5])))
  sparse <- SingleCellExperiment::SingleCellExperiment(list(counts = methods::as(round(abs(rna)), "CsparseMatrix")))
  stopifnot(length(manyview(sparse, k = 3)$labels) == 60)
} else message("skipped: SingleCellExperiment is not installed")

if (suppressMessages(requireNamespace("MultiAssayExperiment", quietly = TRUE))) {
  patients <- sub("cell", "patient", cells)
  colnames(rna) <- paste0(patients, ".rna")
  colnames(protein) <- paste0(patients, ".prot")
  some <- sample(55)
  map <- rbind(
    data.frame(assay = "rna", primary = patients, colname = colnames(rna)),
    data.frame(assay = "protein", primary = patients[some], colname = colnames(protein)[some])
  )
  map$assay <- factor(map$assay)
  about <- S4Vectors::DataFrame(kind = letters[classes], row.names = patients)
  mae <- suppressMessages(MultiAssayExperiment::MultiAssayExperiment(list(rna = rna, protein = protein[, some]), about, map))
  found <- suppressWarnings(manyview(mae, k = 3, metadata = MultiAssayExperiment::colData(mae)))
  stopifnot(length(found$labels) == 55, all(names(found$labels) %in% patients), found$associations$effect > 0.99)
  stopifnot(length(manyview(mae, k = 3, join = "outer")$labels) == 60)
  twice <- map
  twice$primary[2] <- twice$primary[1]
  replicated <- suppressMessages(suppressWarnings(
    MultiAssayExperiment::MultiAssayExperiment(list(rna = rna, protein = protein[, some]), about, twice)))
  said <- tryCatch(manyview(replicated), error = conditionMessage)
  stopifnot(grepl("rna: has several columns of patient1, keep or average one", said))
} else message("skipped: MultiAssayExperiment is not installed")
cat("all is well\n")
