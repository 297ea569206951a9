# Clusters samples that are described by several views.
manyview <- function(views, k = "auto", method = "consensus", seed = 0, samples = c("rows", "columns"),
                     join = c("inner", "outer"), missing = NULL, options = list(), weights = list(),
                     kinds = list(), threads = NULL, outliers = NULL) {
  samples <- match.arg(samples)
  join <- match.arg(join)
  views <- as_views(views, samples)
  folder <- hand_over(views)
  on.exit(unlink(folder, recursive = TRUE), add = TRUE)
  out <- file.path(folder, "out")
  model <- file.path(folder, "model")
  clusters <- if (length(k) == 2) paste0(k[1], "..", k[2]) else k
  flags <- setting_flags(list(k = clusters, method = method, seed = seed, join = join, missing = missing,
                              threads = threads, options = options, weights = weights, kinds = kinds,
                              outliers = outliers))
  answer <- run_command(c("fit", file.path(folder, "views.json"), "--json", "labels", "--write", "npy", "--out", out,
                          "--model", model, flags))
  table <- read.csv(file.path(out, "labels.csv"), colClasses = c(id = "character"))
  # Samples that were set aside are in no cluster.
  labels <- ifelse(table$cluster < 0L, NA_integer_, table$label + 1L)
  names(labels) <- unlist(answer$ids)
  memberships <- file.path(out, "memberships.npy")
  structure(
    list(
      labels = labels,
      confidence = table$confidence,
      memberships = if (file.exists(memberships)) read_npy(memberships),
      k = answer$clusters,
      choice = answer$choice,
      method = answer$method,
      sizes = tabulate(labels, answer$clusters),
      view_weights = unlist(answer$viewWeights),
      warnings = unlist(answer$warnings),
      features = vapply(views, ncol, 1L),
      samples = samples,
      record = readBin(file.path(out, "clustering.json"), "raw", file.size(file.path(out, "clustering.json"))),
      model = readBin(model, "raw", file.size(model)),
      views = views
    ),
    class = "manyview"
  )
}

# The clusters of new samples; they may lack views.
predict.manyview <- function(object, newdata, ...) {
  views <- as_views(newdata, object$samples)
  unknown <- setdiff(names(views), names(object$features))
  if (length(unknown)) stop(unknown[1], ": was not in the fit, whose views are ", toString(names(object$features)), call. = FALSE)
  folder <- hand_over(views)
  on.exit(unlink(folder, recursive = TRUE), add = TRUE)
  writeBin(object$model, file.path(folder, "model"))
  out <- file.path(folder, "out")
  run_command(c("assign", file.path(folder, "model"), file.path(folder, "views.json"), "--out", out, "--json"))
  table <- read.csv(file.path(out, "labels.csv"), colClasses = c(id = "character"))
  labels <- table$cluster + 1L
  names(labels) <- table$id
  structure(labels, confidence = table$confidence)
}

# What the report shows: the map, the support of the views, features and typical samples of each cluster.
explain <- function(object) {
  explained <- report_command(object, "--json")$explanation
  explained$map <- t(matrix(unpack(explained$map), nrow = 2))
  explained
}

# Writes the report, one page that needs no network.
report <- function(object, path) {
  target <- file.path(normalizePath(dirname(path)), basename(path))
  report_command(object, c("--out", target, "--quiet"))
  invisible(path)
}

report_command <- function(object, flags) {
  stopifnot(inherits(object, "manyview"))
  folder <- hand_over(object$views)
  on.exit(unlink(folder, recursive = TRUE), add = TRUE)
  record <- file.path(folder, "clustering.json")
  writeBin(object$record, record)
  run_command(c("report", record, "--views", file.path(folder, "views.json"), flags))
}

print.manyview <- function(x, ...) {
  cat(length(x$labels), "samples in", x$k, "clusters by", x$method, "\n")
  if (!is.null(x$choice)) cat(strwrap(x$choice$reason), sep = "\n")
  cat("sizes:", x$sizes, "\n")
  if (!is.null(x$confidence)) cat("mean confidence:", format(mean(x$confidence), digits = 2), "\n")
  invisible(x)
}

summary.manyview <- function(object, ...) {
  clusters <- data.frame(cluster = seq_len(object$k), size = object$sizes)
  if (!is.null(object$confidence))
    clusters$confidence <- vapply(seq_len(object$k), function(one) mean(object$confidence[object$labels %in% one]), 1)
  print(object)
  print(clusters, row.names = FALSE, digits = 2)
  for (text in object$warnings) cat("note:", text, "\n")
  invisible(clusters)
}

plot.manyview <- function(x, ...) {
  colours <- hcl.colors(x$k, "Dark 3")
  plot(explain(x)$map, col = colours[x$labels], pch = 20, axes = FALSE, xlab = "", ylab = "", asp = 1, ...)
  legend("topright", legend = paste(seq_len(x$k), paste0("(", x$sizes, ")")), col = colours, pch = 20, bty = "n")
  invisible(x)
}
