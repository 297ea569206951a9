# Three matrices of the same patients, features in rows, and a table of their survival:
#
#     Rscript survival.R FOLDER     with expression.csv, methylation.csv, mirna.csv (patients in the header) and clinical.csv
library(manyview)

folder <- commandArgs(TRUE)[1]
layer <- function(name) as.matrix(read.csv(file.path(folder, paste0(name, ".csv")), row.names = 1, check.names = FALSE))
views <- list(expression = layer("expression"), methylation = layer("methylation"), mirna = layer("mirna"))
clinical <- read.csv(file.path(folder, "clinical.csv"))

# The table is never clustered. It is joined by the column with the patients' names, and tested against the clusters.
mv <- manyview(views, k = c(2, 6), samples = "columns", metadata = clinical)
summary(mv)

pdf(file.path(folder, "survival.pdf"), width = 9, height = 5)
plot(mv, "survival")
plot(mv, "map")
invisible(dev.off())

clusters <- data.frame(patient = names(mv$labels), cluster = mv$labels, confidence = mv$confidence)
write.csv(clusters, file.path(folder, "clusters.csv"), row.names = FALSE)
top <- tables(mv)$features
print(head(top[!top$by_chance, c("cluster", "view", "name", "effect")], 6), row.names = FALSE, digits = 2)
