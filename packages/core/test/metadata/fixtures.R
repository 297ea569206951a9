# Rscript packages/core/test/metadata/fixtures.R [kirc-survival.csv] > packages/core/test/fixtures/associations.json
# What R (stats, survival) says of 50 generated tables, and of the survival of a file: the numbers that ours are held to.

suppressPackageStartupMessages(library(survival))
set.seed(18)

number <- function(x) ifelse(is.na(x), "null", sprintf("%.17g", x))
list_of <- function(x) paste0("[", paste(number(x), collapse = ","), "]")
fields <- function(...) {
  given <- list(...)
  paste0("{", paste(sprintf("\"%s\":%s", names(given), unlist(given)), collapse = ","), "}")
}

survival_of <- function(time, event, group) {
  test <- survdiff(Surv(time, event) ~ group)
  fit <- survfit(Surv(time, event) ~ group)
  horizon <- min(tapply(time, group, max))
  table <- summary(fit, rmean = horizon)$table
  first <- survfit(Surv(time[group == 0], event[group == 0]) ~ 1)
  fields(
    statistic = number(test$chisq), degrees = length(test$n) - 1,
    p = number(pchisq(test$chisq, length(test$n) - 1, lower.tail = FALSE)),
    expected = list_of(test$exp), medians = list_of(table[, "median"]), means = list_of(table[, "rmean"]),
    times = list_of(first$time), survival = list_of(first$surv), atRisk = list_of(first$n.risk)
  )
}

one_table <- function(i) {
  clusters <- 2 + i %% 4
  samples <- sample(30:90, 1)
  levels <- if (clusters > 3) 2 else 2 + i %% 3
  group <- c(seq_len(clusters), seq_len(clusters), sample(clusters, samples - 2 * clusters, TRUE)) - 1
  pull <- runif(1, 0, 2)
  category <- pmin(levels, 1 + rbinom(samples, levels, plogis(pull * group / clusters - 1))) - 1
  # Half of the numbers have ties.
  value <- round(rnorm(samples, pull * group), if (i %% 2 == 0) 3 else 0)
  time <- round(rexp(samples, exp(-pull * group / 2)) * 100) + (i %% 5 == 0) * 3
  event <- rbinom(samples, 1, 0.6)
  counts <- table(group, category)
  pearson <- suppressWarnings(chisq.test(counts, correct = FALSE))
  fisher <- fisher.test(counts, workspace = 2e8)
  kruskal <- kruskal.test(value, factor(group))
  fields(
    group = list_of(group), category = list_of(category), value = list_of(value), time = list_of(time), event = list_of(event),
    pearson = fields(statistic = number(pearson$statistic), p = number(pearson$p.value), small = sum(pearson$expected < 5)),
    fisher = number(fisher$p.value),
    kruskal = fields(statistic = number(kruskal$statistic), p = number(kruskal$p.value)),
    lower = list_of(tapply(value, group, quantile, 0.25)),
    survival = survival_of(time, event, group)
  )
}

tables <- sapply(1:50, one_table)
adjusted <- c(0.01, 0.04, 0.03, 0.9, 0.02, 0.04)
tails <- expand.grid(x = c(1e-3, 0.5, 3, 20, 150, 900), degrees = c(1, 2, 7, 40, 301))
path <- commandArgs(TRUE)
kirc <- "null"
if (length(path) == 1) {
  patients <- read.csv(path)
  kirc <- survival_of(patients$Survival, patients$Death, (seq_len(nrow(patients)) - 1) %% 3)
}
cat(fields(
  tables = paste0("[", paste(tables, collapse = ","), "]"),
  p = list_of(adjusted), q = list_of(p.adjust(adjusted, "BH")),
  x = list_of(tails$x), degrees = list_of(tails$degrees), tail = list_of(pchisq(tails$x, tails$degrees, lower.tail = FALSE)),
  kirc = kirc
), "\n", sep = "")
