# Clusters samples that are described by several views.
manyview <- function(views, k = "auto", method = "consensus", seed = 0, samples = c("rows", "columns"),
                     join = c("inner", "outer", "same"), missing = NULL, options = list(), weights = list(),
                     kinds = list(), threads = NULL, outliers = NULL, memory = NULL, metadata = NULL,
                     leave_one_out = FALSE) {
  samples <- match.arg(samples)
  settings <- list(k = k, method = method, seed = seed, join = match.arg(join), missing = missing, threads = threads,
                   options = options, weights = weights, kinds = kinds, outliers = outliers, memory = memory,
                   leave_one_out = leave_one_out)
  given <- split_metadata(views, metadata)
  data <- join_metadata(as_views(given$views, samples), given$metadata)
  fit(data$views, data$metadata, settings, samples)
}

fit <- function(views, metadata, settings, samples) {
  folder <- hand_over(views, metadata)
  on.exit(unlink(folder, recursive = TRUE), add = TRUE)
  flags <- setting_flags(replace(settings, "k", paste(settings$k, collapse = "..")))
  answer <- run_command(c("fit", "views.json", "--json", "labels", "--write", "npy", "--out", "out", "--model", "model",
                          if (!is.null(metadata)) c("--metadata", "metadata.csv"), flags), folder)
  memberships <- file.path(folder, "out", "memberships.npy")
  found <- result_of(file.path(folder, "out"))
  found$memberships <- if (file.exists(memberships)) read_npy(memberships)
  found$choice <- answer$choice
  found$method <- answer$method
  found$view_weights <- unlist(answer$viewWeights)
  found$warnings <- vapply(as.character(unlist(answer$warnings)), in_r, "", USE.NAMES = FALSE)
  found$features <- vapply(views, ncol, 1L)
  found$model <- read_bytes(file.path(folder, "model"))
  found$views <- views
  found$metadata <- metadata
  found$settings <- settings
  found$samples <- samples
  structure(found, class = "manyview")
}

# The clusters of new samples; they may lack views.
predict.manyview <- function(object, newdata, type = c("labels", "memberships", "table"), truth = NULL, ...) {
  type <- match.arg(type)
  if (is.null(object$model)) stop("predict: a cut has no model, use cut(..., exact = TRUE)", call. = FALSE)
  views <- as_views(newdata, object$samples)
  unknown <- setdiff(names(views), names(object$features))
  if (length(unknown)) stop(unknown[1], ": was not in the fit, whose views are ", toString(names(object$features)), call. = FALSE)
  folder <- hand_over(views)
  on.exit(unlink(folder, recursive = TRUE), add = TRUE)
  writeBin(object$model, file.path(folder, "model"))
  if (!is.null(truth)) write_labels(truth, file.path(folder, "truth.csv"))
  answer <- run_command(c("assign", "model", "views.json", "--out", "out", "--json", if (!is.null(truth)) c("--labels", "truth.csv"),
                          if (!is.null(object$settings$missing)) c("--missing", "mean")), folder)
  table <- read_table(file.path(folder, "out", "labels.csv"))
  memberships <- as.matrix(read_table(file.path(folder, "out", "memberships.csv"))[-1])
  dimnames(memberships) <- list(table$id, NULL)
  labels <- stats::setNames(table$cluster, table$id)
  found <- switch(type,
    labels = structure(labels, confidence = table$confidence),
    memberships = memberships,
    table = table
  )
  if (!is.null(truth)) attr(found, "scores") <- unlist(answer$scores)
  found
}

# Another number of clusters from the tree of a fit; with `exact` by another fit.
cut.manyview <- function(x, k, exact = FALSE, ...) {
  if (exact) return(fit(x$views, x$metadata, replace(x$settings, "k", k), x$samples))
  folder <- hand_over(list())
  on.exit(unlink(folder, recursive = TRUE), add = TRUE)
  writeBin(x$record, file.path(folder, "clustering.json"))
  run_command(c("cut", "clustering.json", "--clusters", k, "--out", "cut", "--quiet"), folder)
  found <- result_of(file.path(folder, "cut"))
  same <- found$k == x$k
  left <- c("choice", if (!same) c("memberships", "model"), names(found))
  structure(c(found, unclass(x)[setdiff(names(x), left)]), class = "manyview")
}

# How far labels agree with the true ones; 1 is best.
scores <- function(truth, labels) {
  if (length(truth) != length(labels))
    stop("labels: has ", length(labels), " labels but truth has ", length(truth), ", give labels of the same samples", call. = FALSE)
  folder <- hand_over(list())
  on.exit(unlink(folder, recursive = TRUE), add = TRUE)
  write_labels(truth, file.path(folder, "truth.csv"))
  write_labels(labels, file.path(folder, "labels.csv"))
  unlist(run_command(c("score", "truth.csv", "labels.csv", "--json"), folder)[c("acc", "nmi", "purity", "ari", "fscore")])
}

# Writes the report, one page that needs no network.
report <- function(object, path) {
  target <- file.path(normalizePath(dirname(path)), basename(path))
  report_command(object, c("--out", target, "--quiet"))
  invisible(path)
}

print.manyview <- function(x, ...) {
  cat(length(x$labels), "samples in", x$k, "clusters by", x$method, "(clusters, samples and features count from 1)\n")
  if (!is.null(x$choice)) cat(strwrap(x$choice$reason), sep = "\n")
  cat("sizes:", x$sizes, "\n")
  if (anyNA(x$labels)) cat("outliers:", sum(is.na(x$labels)), "\n")
  if (!is.null(x$confidence)) cat("mean confidence:", format(mean(x$confidence), digits = 2), "\n")
  invisible(x)
}

summary.manyview <- function(object, ...) {
  clusters <- data.frame(cluster = seq_len(object$k), size = object$sizes)
  if (!is.null(object$confidence))
    clusters$confidence <- vapply(seq_len(object$k), function(one) mean(object$confidence[object$labels %in% one]), 1)
  print(object)
  print(clusters, row.names = FALSE, digits = 2)
  if (!is.null(object$associations)) {
    cat("metadata and the clusters:\n")
    print(object$associations[c("column", "test", "p", "q", "effect")], row.names = FALSE, digits = 2)
  }
  for (text in object$warnings) cat("note:", text, "\n")
  invisible(clusters)
}
