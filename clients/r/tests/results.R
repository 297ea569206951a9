# What a clustering has beside its labels: metadata, tables, cuts, new samples, figures. Everything counts from 1.
library(manyview)

if (!nzchar(Sys.getenv("MANYVIEW_NODE", unname(Sys.which("node"))))) {
  message("skipped: there is no Node")
  quit(status = 0)
}
fails <- function(expression, words) {
  said <- tryCatch({ expression; "nothing" }, error = conditionMessage)
  if (!grepl(words, said, fixed = TRUE)) stop("expected '", words, "' but it said: ", said)
}
warned <- function(expression) {
  said <- character()
  withCallingHandlers(expression, warning = function(w) { said <<- c(said, conditionMessage(w)); invokeRestart("muffleWarning") })
  said
}

set.seed(1)
classes <- rep(1:3, each = 30)
ids <- paste0("patient", seq_along(classes))
high <- function(features) 6 * outer(classes, seq_len(features), function(class, j) (j - 1) %% 3 + 1 == class)
mrna <- matrix(rnorm(90 * 6), 90, dimnames = list(ids, paste0("gene", 1:6))) + high(6)
protein <- matrix(rnorm(90 * 4), 90, dimnames = list(ids, NULL)) - high(4)
clinical <- data.frame(age = 50 + 10 * classes + rnorm(90), smokes = sample(c("yes", "no"), 90, TRUE), time = rexp(90, 1 / (100 * classes)),
                       status = rbinom(90, 1, 0.6), visit = as.Date("2020-01-01") + 1:90, row.names = ids)
views <- list(mrna = mrna, protein = protein)
mv <- manyview(views, k = 3, metadata = clinical[sample(90), ])

# Metadata.
tests <- mv$associations
stopifnot(tests$p[tests$column == "age"] < 1e-10, tests$p[tests$column == "smokes"] > 0.01)
stopifnot(identical(names(tests)[startsWith(names(tests), "cluster ")], paste("cluster", 1:3)))
stopifnot(tests$test[tests$column == "time, status"] == "log-rank", setequal(mv$survival$cluster, 1:3))
stopifnot(identical(mv$labels, manyview(views, k = 3)$labels))
column <- cbind(patient = ids, clinical)[sample(90), ]
rownames(column) <- NULL
stopifnot(isTRUE(all.equal(manyview(views, k = 3, metadata = column)$associations, tests)))
told <- manyview(views, k = 3, kinds = list(a = "time", b = "event"), metadata = setNames(clinical[c("time", "status")], c("a", "b")))
stopifnot(told$associations$column == "a, b")
bare <- lapply(views, function(view) { rownames(view) <- NULL; view })
stopifnot(identical(names(manyview(bare, k = 3)$labels), as.character(1:90)))
stopifnot(identical(names(manyview(bare, k = 3, metadata = clinical)$labels), ids))
said <- warned(beside <- manyview(c(bare, list(table = clinical)), k = 3))
stopifnot(grepl("^table: has texts \\(smokes, visit\\)", said), !is.null(beside$associations), length(beside$features) == 2)
fails(manyview(list(mrna = mrna, protein = bare$protein), metadata = column), "protein: has no row names but mrna and metadata have, in different orders")
fails(manyview(views, metadata = 3), "give a data frame")
fails(manyview(bare, metadata = clinical[1:3, ]), "has 3 rows but mrna has 90 samples")
fails(manyview(list(a = clinical)), "column smokes holds no numbers")

# Tables count from 1.
found <- tables(mv)
stopifnot(setequal(names(found), c("clusters", "features", "views", "samples", "associations")))
stopifnot(found$clusters$cluster == 1:3, found$clusters$name == cluster_names(mv), identical(found$samples$id, ids))
stopifnot(identical(setNames(found$samples$cluster, ids), mv$labels), found$features$feature >= 1, is.logical(found$features$by_chance))
own <- found$features[found$features$view == "mrna", ]
stopifnot(identical(own$name, paste0("gene", own$feature)))
explained <- explain(mv)
first <- explained$clusters[[1]]
stopifnot(mv$labels[first$typical] == 1, explained$views[[1]]$leaning == mv$labels)
stopifnot(first$features[[1]][[1]]$name == paste0("gene", first$features[[1]][[1]]$feature))
stopifnot(identical(strsplit(found$clusters$typical[1], "; ")[[1]], ids[first$typical]))

alone <- tables(manyview(views, k = 3, leave_one_out = TRUE))$views
stopifnot(alone$view == c("mrna", "protein"), alone$without_ari > 0)

# Names.
named <- mv
cluster_names(named) <- c("early", "late", 'the "others"')
stopifnot(identical(cluster_names(named), c("early", "late", 'the "others"')), !identical(cluster_names(mv), cluster_names(named)))
fails(cluster_names(named) <- "a", "there are 1 but 3 clusters")
fails(cluster_names(named) <- c("a", "a", "b"), '"a" is there twice')

# Cuts.
merged <- cut(mv, 2)
stopifnot(merged$k == 2, length(merged$sizes) == 2, sum(table(merged$labels, mv$labels) > 0) == 3, nrow(merged$associations) == nrow(tests))
stopifnot(identical(cut(mv, 3)$labels, mv$labels), nrow(tables(merged)$clusters) == 2)
fails(predict(merged, views), "exact = TRUE")
fails(cut(mv, 50), "is 50 but the tree has from 1 to 9 clusters")
exact <- cut(mv, 4, exact = TRUE)
stopifnot(identical(exact$labels, manyview(views, k = 4)$labels), length(predict(exact, views)) == 90, !is.null(exact$associations))

# New samples.
new <- lapply(views, function(view) view[seq(1, 90, 3), ])
placed <- predict(mv, new, type = "table", truth = classes[seq(1, 90, 3)])
stopifnot(placed$cluster == mv$labels[seq(1, 90, 3)], attr(placed, "scores")["acc"] == 1, !placed$unseen)
stopifnot(dim(predict(mv, new, type = "memberships")) == c(30, 3), predict(mv, lapply(new, `+`, 1000), type = "table")$unseen)
stopifnot(scores(c("a, b", "c", "c"), c(1, 2, 2))["ari"] == 1)
fails(scores(1, 1:2), "has 2 labels but truth has 1")

# Outliers are in no cluster.
aside <- manyview(views, k = 3, outliers = 0.1)
stopifnot(sum(is.na(aside$labels)) == 9, min(aside$outlier_scores[is.na(aside$labels)]) > max(aside$outlier_scores[!is.na(aside$labels)]))
stopifnot(sum(aside$sizes) == 81)

# Missing views: NA, NULL, rows of NA.
gaps <- replace(mrna, cbind(rep(seq(1, 90, 7), each = 6), 1:6), NA)
rows <- lapply(seq_len(90), function(i) if (i %% 7 == 1) NULL else mrna[i, ])
with_na <- replace(rows, seq(1, 90, 7), NA)
expected <- manyview(list(mrna = gaps, protein = protein), k = 3)$labels
for (given in list(rows, with_na)) stopifnot(all(manyview(list(mrna = given, protein = protein), k = 3)$labels == expected))
fails(manyview(list(a = list(1:3, 1:2))), "all of one length")

# Figures, with ggplot2 and without.
pdf(NULL)
for (figure in c("map", "sizes", "features", "survival")) {
  drawn <- plot(mv, figure)
  if (requireNamespace("ggplot2", quietly = TRUE)) stopifnot(ggplot2::is.ggplot(drawn))
  rows <- with(asNamespace("manyview"), switch(figure, map = map_points(mv, 1:3), sizes = cluster_sizes(mv, 1:3),
                                               survival = curve_points(mv, 1:3), features = cluster_features(mv, 2, 1:3)))
  manyview:::draw_plain(figure, rows, mv)
}
plot(aside)
fails(plot(mv, "features", cluster = 0), "cluster: is 0, give one from 1 to 3")
fails(plot(manyview(views, k = 3), "survival"), "needs times and events")
stopifnot(length(list.files(tempdir(), "^manyview-")) == 0)

# The example: three matrices with features in rows, and a table with a column of patients.
folder <- file.path(tempdir(), "patients")
dir.create(folder)
layers <- list(expression = mrna, methylation = protein, mirna = matrix(rnorm(90 * 5), 90, dimnames = list(ids, NULL)) + high(5))
for (name in names(layers)) write.csv(t(layers[[name]]), file.path(folder, paste0(name, ".csv")))
write.csv(cbind(patient = ids, clinical)[sample(90), ], file.path(folder, "clinical.csv"), row.names = FALSE)
script <- system.file("examples", "survival.R", package = "manyview")
said <- system2(file.path(R.home("bin"), "Rscript"), shQuote(c(script, folder)), stdout = TRUE, stderr = TRUE)
if (!is.null(attr(said, "status"))) stop(paste(said, collapse = "\n"))
stopifnot(any(grepl("3 clusters fit best", said)), any(grepl("log-rank", said)), file.size(file.path(folder, "survival.pdf")) > 4000)
stopifnot(sum(table(read.csv(file.path(folder, "clusters.csv"))$cluster, classes) > 0) == 3)
cat("all is well\n")
