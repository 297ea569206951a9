# Run by R CMD check, or with Rscript where the package is installed.
library(manyview)

if (!nzchar(Sys.getenv("MANYVIEW_NODE", unname(Sys.which("node"))))) {
  message("skipped: there is no Node")
  quit(status = 0)
}
fails <- function(expression, words) {
  said <- tryCatch({ expression; "nothing" }, error = conditionMessage)
  if (!grepl(words, said, fixed = TRUE)) stop("expected '", words, "' but it said: ", said)
}

set.seed(1)
classes <- rep(1:3, each = 30)
ids <- paste0("patient", seq_along(classes))
# Each class is high in some features of its own.
high <- function(features) 6 * outer(classes, seq_len(features), function(class, j) (j - 1) %% 3 + 1 == class)
mrna <- matrix(rnorm(90 * 6), 90, dimnames = list(ids, paste0("gene", 1:6))) + high(6)
protein <- matrix(rnorm(90 * 4), 90, dimnames = list(ids, paste0("p", 1:4))) - high(4)

mv <- manyview(list(mrna = mrna, protein = protein), k = 3)
stopifnot(all(rowSums(table(mv$labels, classes) > 0) == 1), identical(names(mv$labels), ids))
stopifnot(dim(mv$memberships) == c(90, 3), abs(rowSums(mv$memberships) - 1) < 1e-6, all(mv$confidence <= 1))
print(mv)
stopifnot(nrow(summary(mv)) == 3)

# A chosen number says why.
chosen <- manyview(list(mrna = mrna, protein = protein), k = c(2, 6))
why <- "3 clusters fit best of 2 to 6. Separate clusterings agree "
stopifnot(is.null(mv$choice), startsWith(chosen$choice$reason, why))
stopifnot(any(startsWith(capture.output(print(chosen)), "3 clusters fit best")))

# Features × samples, as omics tables are held, and other orders of the samples.
turned <- manyview(list(mrna = t(mrna), protein = t(protein[90:1, ])), k = 3, samples = "columns")
stopifnot(identical(turned$labels[ids], mv$labels))

# Data frames, and a sample that one view lacks.
frames <- manyview(list(mrna = as.data.frame(mrna), protein = as.data.frame(protein[-1, ])), k = 3)
stopifnot(length(frames$labels) == 89)
stopifnot(length(manyview(list(mrna = mrna, protein = protein[-1, ]), k = 3, join = "outer")$labels) == 90)

new <- predict(mv, list(mrna = mrna[1:5, ], protein = protein[1:5, ]))
stopifnot(all(new == mv$labels[1:5]), names(new) == ids[1:5], length(attr(new, "confidence")) == 5)

explained <- explain(mv)
stopifnot(dim(explained$map) == c(90, 2), length(explained$clusters) == 3)
pdf(NULL)
plot(mv)
page <- report(mv, file.path(tempdir(), "report.html"))
stopifnot(file.size(page) > 10000)

if (requireNamespace("Matrix", quietly = TRUE)) {
  counts <- matrix(rpois(90 * 8, 3 * classes), 90, dimnames = list(ids, NULL))
  dense <- manyview(list(counts = counts, protein = protein), k = 3)
  sparse <- manyview(list(counts = as(counts, "CsparseMatrix"), protein = protein), k = 3)
  stopifnot(identical(dense$labels, sparse$labels))
}

fails(manyview(list(mrna = mrna), k = 1000), "only 90 samples")
fails(manyview(list(mrna = replace(mrna, 3, NA)), k = 3), "missing value")
fails(manyview(list()), "give a matrix")
fails(manyview(list(a = data.frame(x = letters))), "holds no numbers")
fails(predict(mv, list(other = mrna)), "was not in the fit")
stopifnot(length(list.files(tempdir(), "^manyview-")) == 0)
cat("all is well\n")
